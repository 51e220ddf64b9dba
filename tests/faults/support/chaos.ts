import { setTimeout as sleep } from 'node:timers/promises';
import { first, type Site } from './site.ts';

/** Something that can be killed and comes back. */
export interface Victim {
  readonly name: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** The parts of a small site, each to be killed from outside. */
export function victimsOf({ apis, workers, database }: Site): readonly Victim[] {
  const [api, worker] = [first(apis), first(workers)];
  return [
    { name: 'api', kill: () => api.end('SIGKILL'), start: () => api.start() },
    { name: 'postgres', kill: () => database.kill(), start: () => database.start() },
    { name: 'workers', kill: () => worker.end('SIGKILL'), start: () => worker.start() },
  ];
}

/** Ends and starts every process in turn, so many times over; answers their exit codes. */
export async function restartInTurn({ apis, workers }: Site, rounds: number): Promise<readonly unknown[]> {
  const codes: unknown[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const node of [...apis, ...workers]) {
      const ending = node.program();
      await node.end('SIGTERM');
      codes.push(await ending.ended());
      await node.start();
    }
  }
  return codes;
}

export interface ChaosOptions {
  readonly victims: readonly Victim[];
  readonly random: () => number;
  /** Pause between two kills, shortest and longest. */
  readonly every: readonly [number, number];
  readonly kills: number;
}

/** Kills one victim after the other, in turn and at random moments; answers what was done. */
export async function killInTurn({
  victims,
  random,
  every,
  kills,
}: ChaosOptions): Promise<readonly string[]> {
  const [shortest, longest] = every;
  const done: string[] = [];
  for (let index = 0; index < kills; index += 1) {
    await sleep(shortest + random() * (longest - shortest));
    const victim = victims[index % victims.length];
    if (victim === undefined) break;
    await victim.kill();
    await sleep(random() * 400);
    await victim.start();
    done.push(victim.name);
  }
  return done;
}
