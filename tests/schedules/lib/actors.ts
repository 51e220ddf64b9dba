import { AsyncLocalStorage } from 'node:async_hooks';
import type { VirtualTime } from './virtual-time.ts';

/** What an actor has for its own: time that the scheduler moves, and chance that the seed decides. */
export interface Surroundings {
  readonly time: VirtualTime;
  readonly random: () => number;
}

interface Actor extends Surroundings {
  readonly name: string;
}

const actors = new AsyncLocalStorage<Actor>();

/** Who is at work here: a node (`api-1`, `worker-2`), a screen, a part of the script. Undefined outside any schedule. */
export const currentActor = (): string | undefined => actors.getStore()?.name;

/** The time and chance of the schedule this code belongs to, also when that schedule is long over. */
export const currentSurroundings = (): Surroundings | undefined => actors.getStore();

/** Runs work as an actor: its timers and its database calls then wait for the scheduler. */
export const runAs = <T>({ time, random }: Surroundings, name: string, work: () => T): T =>
  actors.run({ name, time, random }, work);

/** Runs work of the harness itself: real timers, no pause. */
export const runOutside = <T>(work: () => T): T => actors.exit(work);
