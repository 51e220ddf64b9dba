import { LIVE_CLOSE, LIVE_LIMITS } from '@atelier/domain/live/contract.ts';
import type { ClientFrame, ServerFrame } from '@atelier/domain/live/contract.ts';
import type { LiveChange } from './keyed-store.ts';
import { KeyedStore } from './keyed-store.ts';
import { FrameBuffer } from './frame-buffer.ts';
import type { Freshness, LiveOptions } from './live-options.ts';
import { readFrame } from './read-frame.ts';
import type { Received } from './read-frame.ts';
import { retryDelay, silenceLimitMs } from './reconnect.ts';
import { Throttle } from './throttle.ts';
import { browserTimers } from './timers.ts';
import type { Timers } from './timers.ts';

const { topicsPerFrame: TOPICS_PER_FRAME } = LIVE_LIMITS;
/** How often malformed frames may have everything read again. */
const REREAD_EVERY_MS = 10_000;

/**
 * One WebSocket for the whole screen (design: architecture "Live"). Topics are counted, so two panels share one
 * subscription. After a cut it comes back with jitter, resumes from (epoch, position), or is told to read again.
 */
export class LiveClient {
  readonly store = new KeyedStore();
  readonly #options: LiveOptions;
  #topics = new Map<string, number>();
  #refused = new Map<string, string>();
  /** Topics the server has confirmed once; what changed before that must be read, not waited for. */
  #confirmed = new Set<string>();
  /** Subscriptions of this connection that are not answered yet, by topic: only the last answer says from when on it is told. */
  #unanswered = new Map<string, number>();
  /** What it had before the cut and is not answered for yet: until then the cursor stays, or a second cut would skip it. */
  #returning = new Set<string>();
  #cursor: { epoch: string; position: number } | null = null;
  #socket: WebSocket | null = null;
  #attempt = 0;
  readonly #timers: Timers;
  #cancelRetry: (() => void) | undefined;
  #stopWatchdog: (() => void) | undefined;
  #freshness: Freshness = { state: 'idle', contactAt: 0, offlineSince: null };
  #listeners = new Set<() => void>();
  readonly #buffer: FrameBuffer<LiveChange>;
  readonly #rereading: Throttle;
  #running = false;
  /** The try under way: one at a time, and none of whoever was here before. */
  #trying: symbol | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#timers = options.timers ?? browserTimers;
    this.#rereading = new Throttle({
      run: () => this.#resync([...this.#confirmed]),
      everyMs: REREAD_EVERY_MS,
      timers: this.#timers,
      now: options.now,
    });
    this.#buffer = new FrameBuffer((changes) => this.#handOver(changes), options.schedule);
  }

  get freshness(): Freshness {
    return this.#freshness;
  }

  get cursor() {
    return this.#cursor;
  }

  /** Why a topic was refused, if it was. */
  refusal(topic: string): string | undefined {
    return this.#refused.get(topic);
  }

  onFreshness(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#stopWatchdog = this.#timers.every(1000, () => this.#checkSilence());
    void this.#connect();
  }

  /** Ends the connection and forgets what it told. Topics belong to who listens to them. */
  stop(): void {
    this.#running = false;
    this.#trying = null;
    this.#cancelRetry?.();
    this.#rereading.drop();
    this.#stopWatchdog?.();
    this.#leave();
    this.#buffer.drop();
    this.#cursor = null;
    this.#refused.clear();
    this.#confirmed.clear();
    this.store.distrust();
    this.#become({ state: 'idle', contactAt: 0, offlineSince: null });
  }

  /** Listens to topics until the answer is called. */
  subscribe(topics: readonly string[]): () => void {
    const fresh = topics.filter((topic) => !this.#topics.has(topic));
    for (const topic of topics) this.#topics.set(topic, (this.#topics.get(topic) ?? 0) + 1);
    this.#ask(fresh);
    let done = false;
    return () => {
      if (!done) this.#release(topics);
      done = true;
    };
  }

  #ask(topics: readonly string[]): void {
    for (let from = 0; from < topics.length; from += TOPICS_PER_FRAME)
      this.#send({ type: 'subscribe', topics: topics.slice(from, from + TOPICS_PER_FRAME) });
  }

  /** The network came back or the window was looked at again: no need to wait for the timer. */
  hurry(): void {
    if (!this.#running || this.#socket || this.#freshness.state === 'refused') return;
    this.#cancelRetry?.();
    void this.#connect();
  }

  /** The browser says that the network is gone: known at once, not after the silence of three heartbeats. */
  cut(): void {
    if (!this.#socket) return;
    this.#leave();
    this.#retry(0);
  }

  #release(topics: readonly string[]): void {
    const unused: string[] = [];
    for (const topic of topics) {
      const count = (this.#topics.get(topic) ?? 1) - 1;
      if (count > 0) this.#topics.set(topic, count);
      else {
        this.#topics.delete(topic);
        this.#refused.delete(topic);
        this.#confirmed.delete(topic);
        unused.push(topic);
      }
    }
    for (let from = 0; from < unused.length; from += TOPICS_PER_FRAME)
      this.#send({ type: 'unsubscribe', topics: unused.slice(from, from + TOPICS_PER_FRAME) });
  }

  async #connect(): Promise<void> {
    if (this.#socket || this.#trying) return;
    const current = Symbol('try');
    this.#trying = current;
    this.#become({
      ...this.#freshness,
      state: this.#attempt === 0 && !this.#cursor ? 'idle' : 'catching-up',
    });
    let ticket: string;
    try {
      ticket = await this.#options.ticket();
    } catch {
      return this.#trying === current ? this.#retry(0) : undefined;
    }
    if (this.#trying !== current) return;
    this.#trying = null;
    const socket = this.#options.socket();
    this.#socket = socket;
    this.#unanswered.clear();
    socket.onopen = () =>
      this.#send({ type: 'hello', ticket, ...(this.#cursor && { cursor: this.#cursor }) });
    socket.onmessage = (event: MessageEvent<unknown>) => this.#receive(readFrame(event.data));
    socket.onclose = (event) => this.#closed(socket, event.code);
    this.#touch();
  }

  #send(frame: ClientFrame): void {
    // Before `welcome` only the hello goes out; all topics follow it at once.
    const ready = this.#freshness.state === 'live' || frame.type === 'hello';
    if (!ready || this.#socket?.readyState !== 1) return;
    this.#socket.send(JSON.stringify(frame));
    if (frame.type !== 'subscribe') return;
    for (const topic of frame.topics) this.#unanswered.set(topic, (this.#unanswered.get(topic) ?? 0) + 1);
  }

  /** Takes an answer to a subscription; true when it is the last one awaited for a topic that is still wanted. */
  #answered(topic: string): boolean {
    const left = (this.#unanswered.get(topic) ?? 1) - 1;
    if (left > 0) this.#unanswered.set(topic, left);
    else this.#unanswered.delete(topic);
    return left <= 0 && this.#topics.has(topic);
  }

  #receive(received: Received): void {
    this.#touch();
    switch (received.kind) {
      case 'frame':
        return this.#take(received.frame);
      case 'unknown':
        return console.warn('live frame of an unknown type ignored', { type: received.type });
      case 'malformed':
        console.warn('live frame malformed, reading everything again');
        // Nobody knows what it would have said.
        return this.#rereading.ask();
      default:
        return received satisfies never;
    }
  }

  #take(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        return this.#welcome(frame);
      case 'change':
        this.#advance(frame.position, frame.epoch);
        return this.#buffer.push({
          topic: frame.topic,
          position: frame.position,
          rows: frame.rows,
          removed: frame.removed ?? [],
          counters: frame.counters,
        });
      case 'resync':
        // What is not confirmed yet is read when it is.
        return this.#resync(frame.topics.filter((topic) => this.#confirmed.has(topic)));
      case 'refused':
        return this.#refuse(frame.topic, frame.code);
      case 'subscribed':
        return this.#subscribed(frame.topics, frame.position);
      case 'heartbeat':
        return this.#advance(frame.position);
      default:
        return frame satisfies never;
    }
  }

  #welcome(frame: { epoch: string; position: number }): void {
    const before = this.#cursor;
    this.#attempt = 0;
    this.#become({ state: 'live', contactAt: this.#options.now(), offlineSince: null });
    const topics = [...this.#topics.keys()];
    this.#returning = new Set(before === null ? [] : topics);
    this.#ask(topics);
    // Another epoch is another history (a restored backup): nothing held can be trusted, whatever the server replays.
    if (before && before.epoch !== frame.epoch) {
      this.#forgetRows();
      this.#resync(topics);
    }
    // A first connection starts here; a resumed one keeps its position until the replay has moved it.
    if (!before || before.epoch !== frame.epoch)
      this.#cursor = { epoch: frame.epoch, position: frame.position };
  }

  /** A topic that was refused has not been told since: when it is confirmed again, it is read. */
  #refuse(topic: string, code: string): void {
    if (this.#answered(topic)) this.#refused.set(topic, code);
    this.#confirmed.delete(topic);
    this.#returning.delete(topic);
  }

  /** A topic confirmed for the first time is read (again): changes between the reading and the confirmation were told to nobody. */
  #subscribed(topics: readonly string[], position: number): void {
    const current = topics.filter((topic) => this.#answered(topic));
    const fresh = current.filter((topic) => !this.#confirmed.has(topic));
    current.forEach((topic) => this.#refused.delete(topic));
    fresh.forEach((topic) => this.#confirmed.add(topic));
    // The position of the last answer to a return may lie beyond a replay that follows it.
    const wasReturning = this.#returning.size > 0;
    topics.forEach((topic) => this.#returning.delete(topic));
    if (!wasReturning) this.#advance(position);
    if (fresh.length > 0) this.#resync(fresh);
  }

  /** The server gives no position before it has told everything up to it; one that lies back is of a log set back. */
  #advance(position: number, epoch?: string): void {
    if (!this.#cursor) return;
    if (epoch !== undefined && epoch !== this.#cursor.epoch) this.#forgetRows();
    if (this.#returning.size > 0) return;
    this.#cursor = { epoch: epoch ?? this.#cursor.epoch, position };
  }

  /** Another history begins its versions anew: what is held would refuse them. */
  #forgetRows(): void {
    this.#buffer.drain();
    this.store.distrust();
  }

  #resync(topics: readonly string[]): void {
    if (topics.length === 0) return;
    this.#buffer.drain();
    for (const topic of topics) this.store.forgetTopic(topic);
    this.#options.onResync(topics);
  }

  #handOver(changes: readonly LiveChange[]): void {
    const news = changes.map((change) => this.store.apply(change));
    this.#options.onChanges(
      news.filter((change) => change.rows.length + change.removed.length > 0 || change.counters),
    );
  }

  #closed(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    if (code === LIVE_CLOSE.revoked) {
      this.stop();
      return this.#options.onRevoked();
    }
    if (code === LIVE_CLOSE.restarting) this.#options.onSetAside?.();
    if (code === LIVE_CLOSE.origin) return this.#become({ ...this.#freshness, state: 'refused' });
    return this.#retry(code);
  }

  #retry(code: number): void {
    this.#trying = null;
    if (!this.#running) return;
    this.#become({
      ...this.#freshness,
      state: 'offline',
      offlineSince: this.#freshness.offlineSince ?? this.#options.now(),
    });
    this.#cancelRetry = this.#timers.after(
      retryDelay(code, this.#attempt, this.#options.random),
      () => void this.#connect(),
    );
    this.#attempt += 1;
  }

  /** A socket may be dead without a close (a pulled cable): three heartbeats of silence end it. */
  #checkSilence(): void {
    if (!this.#socket || this.#options.now() - this.#freshness.contactAt < silenceLimitMs) return;
    this.#leave();
    this.#retry(0);
  }

  #leave(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = null;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  }

  #touch(): void {
    this.#freshness = { ...this.#freshness, contactAt: this.#options.now() };
  }

  #become(freshness: Freshness): void {
    const changed =
      freshness.state !== this.#freshness.state || freshness.offlineSince !== this.#freshness.offlineSince;
    this.#freshness = freshness;
    if (changed) this.#listeners.forEach((listener) => listener());
  }
}
