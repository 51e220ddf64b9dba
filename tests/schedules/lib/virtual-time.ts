import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { AsyncResource } from 'node:async_hooks';
import { currentActor, currentSurroundings } from './actors.ts';
import type { Step } from './scheduler.ts';

interface Timer {
  readonly id: number;
  readonly actor: string;
  readonly dueAt: number;
  readonly fire: () => void;
}

const START_MS = Date.UTC(2026, 10, 20, 10);

/** Handles look like the runtime's own, as far as the code under test uses them. */
class Handle {
  readonly time: VirtualTime;
  id = 0;
  constructor(time: VirtualTime) {
    this.time = time;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
}

/** Time of the actors: it moves only when the scheduler lets a timer fire. */
export class VirtualTime {
  #now = 0;
  #last = 0;
  #timers = new Map<number, Timer>();

  /** Milliseconds since the harness began, for `performance.now`. */
  get elapsed(): number {
    return this.#now;
  }

  readonly now = (): Date => new Date(START_MS + this.#now);

  /** Passes without anything firing: the machine slept. */
  advance(ms: number): void {
    this.#now += ms;
  }

  set(actor: string, ms: number, fire: () => void): number {
    this.#last += 1;
    this.#timers.set(this.#last, {
      id: this.#last,
      actor,
      dueAt: this.#now + Math.max(0, ms),
      fire: AsyncResource.bind(fire),
    });
    return this.#last;
  }

  clear(id: number): void {
    this.#timers.delete(id);
  }

  drop(actor: string): void {
    for (const [id, timer] of this.#timers) if (timer.actor === actor) this.#timers.delete(id);
  }

  /** Whether a timer of an actor should have fired by now. */
  isOverdue(test: (actor: string) => boolean): boolean {
    return [...this.#timers.values()].some(({ actor, dueAt }) => dueAt <= this.#now && test(actor));
  }

  /** The next timer of every actor that is awake, the first due first. */
  due(asleep: ReadonlySet<string>): readonly Step[] {
    const next = new Map<string, Timer>();
    for (const timer of this.#timers.values()) {
      if (asleep.has(timer.actor)) continue;
      const held = next.get(timer.actor);
      if (held === undefined || timer.dueAt < held.dueAt) next.set(timer.actor, timer);
    }
    return [...next.values()]
      .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)
      .map((timer) => this.#step(timer));
  }

  #step({ id, actor, dueAt, fire }: Timer): Step {
    return {
      actor,
      label: 'timer',
      run: () => {
        this.#timers.delete(id);
        this.#now = Math.max(this.#now, dueAt);
        fire();
      },
    };
  }
}

/**
 * Puts virtual timers in the place of the runtime's, for code that runs as an actor; everybody else keeps the real
 * ones. For the process of the harness only.
 */
export function installVirtualTime(): void {
  const real = { setTimeout, setInterval, clearTimeout, clearInterval, sleep: timersPromises.setTimeout };
  const steady = performance.now.bind(performance);
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms = 0, ...args: unknown[]) =>
      begin(false, work, ms, args) ?? real.setTimeout(work, ms, ...args),
    setInterval: (work: () => void, ms = 0, ...args: unknown[]) =>
      begin(true, work, ms, args) ?? real.setInterval(work, ms, ...args),
    clearTimeout: (handle: unknown) => end(handle) || real.clearTimeout(handle as NodeJS.Timeout),
    clearInterval: (handle: unknown) => end(handle) || real.clearInterval(handle as NodeJS.Timeout),
  });
  timersPromises.setTimeout = ((ms = 0, value?: unknown, options?: { signal?: AbortSignal }) => {
    const time = currentSurroundings()?.time;
    return time === undefined
      ? real.sleep(ms, value, options)
      : virtualSleep(time, ms, value, options?.signal);
  }) as typeof timersPromises.setTimeout;
  syncBuiltinESMExports();
  performance.now = () => currentSurroundings()?.time.elapsed ?? steady();
  const wall = Date.now.bind(Date);
  Date.now = () => currentSurroundings()?.time.now().getTime() ?? wall();
  const dice = Math.random.bind(Math);
  Math.random = () => currentSurroundings()?.random() ?? dice();
}

/** A virtual timer for an actor; undefined for everybody else. */
function begin(
  repeats: boolean,
  work: (...args: unknown[]) => void,
  ms: number,
  args: unknown[],
): Handle | undefined {
  const [time, actor] = [currentSurroundings()?.time, currentActor()];
  if (time === undefined || actor === undefined) return undefined;
  const handle = new Handle(time);
  const arm = (): void => {
    handle.id = time.set(actor, ms, () => {
      if (repeats) arm();
      work(...args);
    });
  };
  arm();
  return handle;
}

function end(handle: unknown): boolean {
  if (!(handle instanceof Handle)) return false;
  handle.time.clear(handle.id);
  return true;
}

/** As the runtime's own: it ends early, with an error, when its signal does. */
function virtualSleep(time: VirtualTime, ms: number, value: unknown, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      time.clear(id);
      reject(new DOMException('the sleep was ended', 'AbortError'));
    };
    const id = time.set(currentActor() ?? '', ms, () => {
      signal?.removeEventListener('abort', aborted);
      resolve(value);
    });
    if (signal?.aborted === true) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
}
