import { wander } from '../cast.ts';
import type { Stage } from '../stage.ts';
import type { Aside, AsideStory } from './aside.ts';
import { messages } from './messages.ts';
import { nav } from './nav.ts';
import { webhooks } from './webhooks.ts';

/** One thing that two workers may send to another system. */
export interface Sending {
  readonly what: string;
  /** One look at it, as a job does; `leaves` is called at the moment the call leaves. */
  readonly work: (worker: string, leaves: () => void) => Promise<void>;
  readonly isSent: () => Promise<boolean>;
  /** Takes as long from the leases of the database as virtual time has passed. */
  readonly age?: (ms: number) => Promise<unknown>;
}

export type PrepareSending = (stage: Stage) => Promise<Sending>;

const WORKERS = ['worker-1', 'worker-2'];
/** Longer than any attempt, lease or window: another sender may begin. */
const LEAP_MS = 16 * 60_000;
/** While senders are at work. Later ones come between two of their looks, so that no sender uses up its attempts. */
const LEAPS = 3;

/**
 * Two workers send one thing, and time leaps between any two of their awaits, as for a process that was paused. Not after the call has
 * left: then another sender repeats it, and must.
 */
export const senders: Aside = {
  name: 'senders',
  prepare: async (stage: Stage): Promise<AsideStory> => {
    const scene = new Scene(stage, await stage.scheduler.pick([messages, nav, webhooks])(stage));
    const strands = WORKERS.map((actor) => ({ actor, run: () => scene.send(actor) }));
    return {
      strands: [...strands, { actor: 'time', run: () => scene.leap() }],
      judge: async () => scene.broken(),
    };
  },
};

class Scene {
  readonly #stage: Stage;
  readonly #sending: Sending;
  /** The workers that sent it, in order. */
  readonly #left: string[] = [];
  readonly #leaving = new Set<string>();
  readonly #atWork = new Set<string>();
  #isLeapDue = false;

  constructor(stage: Stage, sending: Sending) {
    this.#stage = stage;
    this.#sending = sending;
  }

  /** Looks at it again and again until it is sent. */
  async send(worker: string): Promise<void> {
    while (!(await this.#sending.isSent())) {
      if (!this.#isLeapDue) await this.#look(worker);
      await this.#stage.scheduler.pause('rests');
    }
  }

  async #look(worker: string): Promise<void> {
    this.#atWork.add(worker);
    try {
      await this.#sending.work(worker, () => {
        this.#left.push(worker);
        this.#leaving.add(worker);
      });
    } catch (error) {
      this.#stage.noteTrouble(error);
    } finally {
      this.#atWork.delete(worker);
      this.#leaving.delete(worker);
    }
  }

  async leap(): Promise<void> {
    for (let count = 0; !(await this.#sending.isSent()); count += 1) {
      await wander(this.#stage, 25);
      this.#isLeapDue = count >= LEAPS;
      const busy = this.#isLeapDue ? this.#atWork : this.#leaving;
      while (busy.size > 0) await this.#stage.scheduler.pause('waits');
      this.#stage.time.advance(LEAP_MS);
      await this.#sending.age?.(LEAP_MS);
      this.#isLeapDue = false;
      await this.#pauseOne();
    }
  }

  /** Keeps one worker paused until the other has had time to begin and to end. */
  async #pauseOne(): Promise<void> {
    const { scheduler } = this.#stage;
    // By name: the order in which they began may be the network's.
    const [worker] = [...this.#atWork].toSorted();
    if (worker === undefined) return;
    scheduler.freeze(worker);
    await wander(this.#stage, 60);
    scheduler.thaw(worker);
  }

  broken(): readonly string[] {
    if (this.#left.length === 1) return [];
    return [`${this.#sending.what} was sent ${this.#left.length} times: ${this.#left.join(', ')}`];
  }
}
