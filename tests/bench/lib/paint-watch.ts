/** What a page notes for the benchmark; moments are milliseconds since 1970, on the one clock of this machine. */
export interface PaintWatch {
  /** Whose card, row or verdict is watched; empty: none. */
  number: string;
  enterAt: number;
  /** The first frame of the live connection that names the piece. */
  frameAt: number;
  /** The first change of the piece's card. */
  changedAt: number;
  paintedAt: number;
  pendingAt: number;
  finalAt: number;
  /** Of `POST /scan`, as the browser timed it. */
  request: { readonly sentAt: number; readonly answeredAt: number } | undefined;
  frames: number;
  bytes: number;
  /** Milliseconds of each task over 50. */
  longTasks: number[];
  /** Milliseconds from one frame of the screen to the next. */
  gaps: number[];
  /** When the largest part of the page was drawn, milliseconds after its load began. */
  largestAt: number;
  /** Milliseconds of each key and press until the screen was drawn again. */
  interactions: number[];
}

declare global {
  interface Window {
    readonly paintWatch: PaintWatch;
  }
}

/**
 * Runs in a page before its own scripts, so that it hears keys and frames first. Painted is the second frame of the
 * screen after the change: at its begin the first one is drawn.
 */
export function installPaintWatch(): void {
  const now = () => performance.timeOrigin + performance.now();
  const watch: PaintWatch = {
    number: '',
    enterAt: 0,
    frameAt: 0,
    changedAt: 0,
    paintedAt: 0,
    pendingAt: 0,
    finalAt: 0,
    request: undefined,
    frames: 0,
    bytes: 0,
    longTasks: [],
    gaps: [],
    largestAt: 0,
    interactions: [],
  };
  Object.assign(window, { paintWatch: watch });

  const whenPainted = (note: (at: number) => void) =>
    requestAnimationFrame(() => requestAnimationFrame(() => note(now())));

  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter') watch.enterAt = performance.timeOrigin + event.timeStamp;
    },
    { capture: true },
  );

  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const text = String(data);
        watch.frames += 1;
        watch.bytes += text.length;
        if (watch.frameAt === 0 && watch.number !== '' && text.includes(watch.number)) watch.frameAt = now();
      });
    }
  };

  function noteCard(element: Element): void {
    if (
      watch.frameAt === 0 ||
      watch.changedAt > 0 ||
      element.closest(`[data-testid="card-${watch.number}"]`) === null
    )
      return;
    watch.changedAt = now();
    whenPainted((at) => (watch.paintedAt = at));
  }

  function noteVerdict(): void {
    const panel = document.querySelector<HTMLElement>('[data-testid="verdict"]');
    if (panel?.dataset['code'] !== watch.number) return;
    if (watch.pendingAt === 0) {
      watch.pendingAt = -1;
      whenPainted((at) => (watch.pendingAt = at));
    }
    if (watch.finalAt === 0 && panel.dataset['verdict'] !== 'pending') {
      watch.finalAt = -1;
      whenPainted((at) => (watch.finalAt = at));
    }
  }

  new MutationObserver((changes) => {
    if (watch.number === '') return;
    for (const { target } of changes) if (target instanceof Element) noteCard(target);
    noteVerdict();
  }).observe(document, { subtree: true, childList: true, attributes: true });

  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByType('resource')) {
      if (!entry.name.endsWith('/api/scan') || !(entry instanceof PerformanceResourceTiming)) continue;
      const { timeOrigin } = performance;
      watch.request = {
        sentAt: timeOrigin + entry.requestStart,
        answeredAt: timeOrigin + entry.responseStart,
      };
    }
  }).observe({ type: 'resource' });

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.longTasks.push(duration);
  }).observe({ type: 'longtask' });

  new PerformanceObserver((list) => {
    watch.largestAt = list.getEntries().at(-1)?.startTime ?? watch.largestAt;
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  // Missing from the types of the language: the duration of the shortest reported event.
  const events: PerformanceObserverInit & { readonly durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
    buffered: true,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId !== 0) watch.interactions.push(entry.duration);
  }).observe(events);
}

/** Notes from here on how long each frame of the screen took. To note them costs a drawing each: it is measured idle, too. */
export function watchGaps(): void {
  const watch = window.paintWatch;
  const gaps: number[] = [];
  watch.gaps = gaps;
  watch.longTasks = [];
  let last = 0;
  const note = (at: number) => {
    // A newer watch records from here on.
    if (watch.gaps !== gaps) return;
    if (last > 0) gaps.push(at - last);
    last = at;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}
