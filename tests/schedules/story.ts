import type { Cast, Part } from './cast.ts';
import type { Step } from './lib/scheduler.ts';
import { startApiNode, startWorkerNode } from './nodes.ts';
import { breakConnections } from './parts/machines.ts';
import { hasFolded } from './parts/parking.ts';

/** Longer than a screen gathers frames before it draws, and than counters wait. */
const QUIET_MS = 600;

/** What a node repeats without a request. */
const POLLING = /^(advance|select epoch|read_log)/;

/** A screen's own step, a frame under way, or a node that is still answering. */
const concernsScreens = ({ actor, label }: Step): boolean =>
  actor.startsWith('screen') || /[⇐⇒]/.test(label) || (actor.startsWith('api') && !POLLING.test(label));

/** What only the story itself changes: how many people are still at work. */
export type Working = Cast & { work: number };

/** The course of one schedule. */
export class Story {
  readonly cast: Working;
  #unfinished = new Set<string>();
  #quietSince: number | undefined;
  #isFolded = false;

  constructor(cast: Working) {
    this.cast = cast;
  }

  /** Starts the machines, then everybody; from here on the scheduler decides who goes on. */
  begin(parts: readonly Part[]): void {
    this.cast.work = parts.filter(({ isWork }) => isWork === true).length;
    this.#follow('starts', async () => {
      const { stage } = this.cast;
      const [apis, workers] = await Promise.all([
        Promise.all(['api-1', 'api-2'].map((name) => startApiNode(stage, name, this.cast.isWatched))),
        Promise.all(this.cast.firstWorkers.map((name) => startWorkerNode(stage, name, this.cast))),
      ]);
      Object.assign(this.cast, { apis, workers });
      if (this.cast.hasFaults) stage.faults = breakConnections(stage.scheduler);
      for (const part of parts) this.#follow(part.actor, () => part.run(this.cast), part);
    });
  }

  /** Something that must come to its end before the schedule does. */
  #follow(actor: string, work: () => Promise<void>, part?: Part): void {
    this.#unfinished.add(actor);
    const done = (): void => {
      this.#unfinished.delete(actor);
      if (part?.isWork === true) this.cast.work -= 1;
    };
    this.cast.stage.runAs(actor, work).then(done, (error: unknown) => {
      this.cast.stage.noteTrouble(error);
      done();
    });
  }

  /** Everybody is done, and for a while nothing has come of it any more but idle polling. */
  async isOver(): Promise<boolean> {
    const { elapsed } = this.cast.stage.time;
    if (!(await this.#isQuiet())) {
      this.#quietSince = undefined;
      return false;
    }
    this.#quietSince ??= elapsed;
    return elapsed - this.#quietSince >= (this.cast.screens.length > 0 ? QUIET_MS : 0);
  }

  async #isQuiet(): Promise<boolean> {
    const { screens, stage, apis, isWatched } = this.cast;
    if (this.#unfinished.size > 0 || !screens.every(({ isSettled }) => isSettled)) return false;
    if (stage.time.isOverdue((actor) => actor.startsWith('screen'))) return false;
    if (stage.scheduler.isComing(concernsScreens)) return false;
    const newest = isWatched ? await this.#newestPosition() : 0;
    return apis.every(({ hub }) => hub.position >= newest) && this.#haveFolded();
  }

  /** Also of a command whose caller gave up before it was kept: it was not acknowledged. */
  async #newestPosition(): Promise<number> {
    const text = 'select coalesce(max(position), 0) as position from events where position > $1';
    const [row] = await this.cast.stage.look<{ position: number }>(text, [this.cast.began]);
    return row?.position ?? 0;
  }

  async #haveFolded(): Promise<boolean> {
    this.#isFolded ||= await hasFolded(this.cast);
    return this.#isFolded;
  }

  /** Where everybody stands, for a schedule that does not end. */
  state(): string {
    const { screens, apis, acknowledged, target } = this.cast;
    return JSON.stringify({
      unfinished: [...this.#unfinished],
      hubs: apis.map(({ hub }) => hub.position),
      screens: screens.map(({ isSettled, client }) => [isSettled, client.freshness.state]),
      acknowledged: acknowledged.length,
      target: target(),
      isFolded: this.#isFolded,
    });
  }
}
