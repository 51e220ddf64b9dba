import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { currentActor, runOutside } from './actors.ts';
import type { Flights } from './flights.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One thing that may happen next. */
export interface Step {
  readonly actor: string;
  readonly label: string;
  readonly run: () => void;
}

export interface SchedulerParts {
  readonly seed: number;
  readonly time: VirtualTime;
  readonly flights: Flights;
}

/** A timer fires among other steps this often; alone, it always does. */
const TIMER_SHARE = 0.08;
/** Schedules that keep to one actor until the next change of mind, beside those that choose freely at every step. */
const STUBBORN_SHARE = 0.5;
const CHANGE_OF_MIND = 0.15;

/**
 * Lets one step happen at a time, chosen by the seed. Code under test reaches a pause point (a query about to be sent,
 * an answer about to be taken, a frame about to arrive, a timer about to fire) and waits there for its turn.
 */
export class Scheduler {
  readonly random: () => number;
  readonly time: VirtualTime;
  readonly flights: Flights;
  /** Every step taken, in order: what a replay of the seed must repeat. */
  readonly trace: string[] = [];
  readonly #isStubborn: boolean;
  #waiting: Step[] = [];
  #favourite = '';
  #frozen = new Set<string>();

  constructor({ seed, time, flights }: SchedulerParts) {
    this.random = seeded(seed);
    this.time = time;
    this.flights = flights;
    this.#isStubborn = this.random() < STUBBORN_SHARE;
  }

  /** Waits for this actor's turn. Outside a schedule it does not wait. */
  pause(label: string): Promise<void> {
    const actor = currentActor();
    if (actor === undefined) return Promise.resolve();
    return new Promise((resolve) => this.offer({ actor, label, run: resolve }));
  }

  /** A step that happens once the scheduler chooses it. */
  offer(step: Step): void {
    this.#waiting.push(step);
  }

  /** An actor that sleeps takes no steps: a tablet with its lid closed. */
  freeze(actor: string): void {
    this.#frozen.add(actor);
  }

  thaw(actor: string): void {
    this.#frozen.delete(actor);
  }

  /** Everything an actor was about to do never happens: it was killed. */
  drop(actor: string): void {
    this.#waiting = this.#waiting.filter((step) => step.actor !== actor);
    this.time.drop(actor);
    this.#frozen.delete(actor);
  }

  /** Whether such a step is about to happen. */
  isComing(test: (step: Step) => boolean): boolean {
    return this.#waiting.some(test);
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[Math.floor(this.random() * list.length)];
    if (chosen === undefined) throw new RangeError('nothing to choose from');
    return chosen;
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  /**
   * Takes steps until `isDone`, which is asked when nothing is in flight.
   * @throws when nothing can happen any more, or after `most` steps: both are faults of what is tested
   */
  async drive(isDone: () => boolean | Promise<boolean>, most = 4_000): Promise<void> {
    for (let taken = 0; taken < most; taken += 1) {
      await this.flights.settle();
      if (await runOutside(isDone)) return;
      const step = this.#choose();
      if (step === undefined) throw new Error(`stuck after ${this.trace.length} steps`);
      this.trace.push(`${step.actor} ${step.label}`);
      step.run();
    }
    throw new Error(`not done after ${most} steps`);
  }

  #choose(): Step | undefined {
    // Two statements may come back at once: their order must not decide.
    const ready = this.#waiting.filter(({ actor }) => !this.#frozen.has(actor)).sort(byName);
    const timers = this.time.due(this.#frozen);
    if (ready.length === 0 || (timers.length > 0 && this.chance(TIMER_SHARE)))
      return this.#chooseTimer(timers);
    const mine = ready.filter(({ actor }) => actor === this.#favourite);
    const keeps = this.#isStubborn && mine.length > 0 && !this.chance(CHANGE_OF_MIND);
    const step = this.pick(keeps ? mine : ready);
    this.#favourite = step.actor;
    this.#waiting.splice(this.#waiting.indexOf(step), 1);
    return step;
  }

  /** Mostly the one that is due first; sometimes another actor's, whose machine is faster or slower. */
  #chooseTimer(timers: readonly Step[]): Step | undefined {
    if (timers.length === 0) return undefined;
    return this.chance(0.75) ? timers[0] : this.pick(timers);
  }
}

const byName = (a: Step, b: Step): number => compare(a.actor, b.actor) || compare(a.label, b.label);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
