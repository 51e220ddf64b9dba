import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createPool } from '@atelier/event-store/pool.ts';
import type { Pool } from 'pg';
import { asRole } from '../../harness/as-role.ts';
import { openAtelier } from './atelier.ts';
import type { Contestant } from './contestant.ts';
import { cpuMs, processCpuMs } from './cpu.ts';
import { eventsPerStream } from './event.ts';
import { closedLoop } from './load.ts';
import type { BenchServer } from './server.ts';
import type { Sample } from './stats.ts';

const WRITERS = 32;
const SETTLED_MS = 50;

/** Appends for some seconds. */
export interface Window extends Sample {
  /** Of what was appended, the share that was sealed when the last append ended. */
  readonly sealed: number;
}

/** Two windows of the same length, one after the other: without sealing and with it. */
export interface Pair {
  readonly without: Window;
  readonly with: Window;
}

/** One log, its writers, and a process that seals it when it is asked to. */
export class SealingRuns {
  readonly #server: BenchServer;
  readonly #pool: Pool;
  readonly #child: ChildProcess;
  readonly #atelier: Contestant;
  #runs = 0;

  private constructor(server: BenchServer, pool: Pool, child: ChildProcess, atelier: Contestant) {
    this.#server = server;
    this.#pool = pool;
    this.#child = child;
    this.#atelier = atelier;
  }

  static async open(server: BenchServer, everyMs: number): Promise<SealingRuns> {
    const { url } = await server.migratedDatabase('sealing');
    const projectorUrl = asRole(url.replace(/\?.*$/, ''), 'atelier_projector');
    const child = fork(join(import.meta.dirname, 'sealing-child.ts'), {
      env: { ...process.env, PROJECTOR_URL: projectorUrl, SEAL_EVERY_MS: String(everyMs) },
    });
    const pool = createPool({ connectionString: projectorUrl, role: 'atelier_projector', max: 2 });
    return new SealingRuns(server, pool, child, await openAtelier({ name: 'Atelier', url }));
  }

  /** @param sealsFirst which of the two windows comes first: what slows down with time meets both alike */
  async pair(seconds: number, sealsFirst: boolean): Promise<Pair> {
    const first = await this.#window(seconds, sealsFirst);
    const second = await this.#window(seconds, !sealsFirst);
    return sealsFirst ? { with: first, without: second } : { without: first, with: second };
  }

  async #window(seconds: number, seals: boolean): Promise<Window> {
    await this.#sealAll();
    if (seals) await this.#order('begin');
    const before = { sealed: await this.#sealed(), cpu: this.#cpu() };
    const sample = await this.#append(seconds);
    const after = { cpu: this.#cpu(), sealed: await this.#sealed() };
    await this.#order('end');
    const events = sample.rate * seconds;
    return {
      ...sample,
      cpu: (1_000 * (after.cpu - before.cpu)) / events,
      sealed: (after.sealed - before.sealed) / events,
    };
  }

  #append(seconds: number): Promise<Sample> {
    this.#runs += 1;
    const run = this.#runs;
    return closedLoop(WRITERS, seconds, (writer, turn) =>
      this.#atelier.append(
        `item-${run}.${writer}.${Math.floor(turn / eventsPerStream)}`,
        turn % eventsPerStream,
      ),
    );
  }

  /** What an earlier window left is no cost of the next one. */
  async #sealAll(): Promise<void> {
    await this.#order('begin');
    while (await this.#isBehind()) await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    await this.#order('end');
  }

  async #isBehind(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ behind: boolean }>(
      'select coalesce((select max(position) from log_checkpoints), 0) < coalesce(max(position), 0) as behind from events',
    );
    return rows[0]?.behind === true;
  }

  async #sealed(): Promise<number> {
    const { rows } = await this.#pool.query<{ size: number | null }>(
      'select max(size) as size from log_checkpoints',
    );
    return rows[0]?.size ?? 0;
  }

  #cpu(): number {
    return (cpuMs(this.#server.pid) ?? 0) + processCpuMs(this.#child.pid ?? 0);
  }

  async #order(order: 'begin' | 'end' | 'leave'): Promise<void> {
    this.#child.send(order);
    await once(this.#child, 'message');
  }

  async close(): Promise<void> {
    await this.#order('leave');
    await Promise.all([this.#atelier.close(), this.#pool.end()]);
  }
}
