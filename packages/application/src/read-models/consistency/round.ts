import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type Database } from '../../platform/database.ts';
import { isAtRest, logPosition } from './at-rest.ts';
import { compareCounters, counterKeys } from './compare-counters.ts';
import { compareRecorded } from './compare-recorded.ts';
import { type CheckTools, type Comparison, compareStreams } from './compare-streams.ts';
import { openDifferences } from '../../system/consistency/consistency.queries.ts';
import { noteDifference, type DifferenceServices } from './note-difference.ts';
import {
  type Cursors,
  countStreams,
  nextStreams,
  randomStreams,
  recentStreams,
  strayRows,
} from './sample.ts';
import { onScratchSession } from './scratch.ts';
import { isPlace, settleDifferences, type SettleReport } from './settle.ts';

export interface RoundTools extends DifferenceServices {
  /** Sessions of role `atelier_projector`: one is held for the round. */
  readonly pool: Pool;
  readonly store: DifferenceServices['store'] & CheckTools['store'];
  readonly random: () => number;
}

/** How much one round does. */
export interface RoundOptions {
  /** Streams the sweep goes on by; more where the log is so long that a sweep would take over a day. */
  readonly streams: number;
  readonly recentEvents: number;
  readonly randomStreams: number;
  /** Rows of each table that are asked whether their stream exists. */
  readonly strayRows: number;
  /** Scopes whose counters are counted again. */
  readonly counterScopes: number;
  /** Streams per snapshot. */
  readonly chunk: number;
  /** No new chunk is begun after so long, or after so many differences: the next round goes on there. */
  readonly budgetMs: number;
  readonly mostDifferences: number;
  /** A difference counts when it is still there after so long: a person's key may just have been destroyed. */
  readonly confirmAfterMs: number;
  /** Pause after a chunk, as a share of the time it took. */
  readonly pace: number;
  /** Between two comparisons of the tables whose changes the log records. */
  readonly recordsMs: number;
  /** While the log rests, no round begins for so long after the last one: scratch tables are written to the server's log. 0 = always. */
  readonly restMs: number;
}

export const ROUND: RoundOptions = {
  streams: 400,
  recentEvents: 200,
  randomStreams: 50,
  strayRows: 500,
  counterScopes: 6,
  chunk: 100,
  budgetMs: 20_000,
  mostDifferences: 200,
  confirmAfterMs: 1_500,
  pace: 1,
  recordsMs: 3_600_000,
  restMs: 0,
};

/** What a round says while it is at work: ids and names, never values. */
export type RoundReport = SettleReport & {
  readonly onFound: (difference: DifferencePlace & { readonly id: number }) => void;
};

export interface RoundResult {
  readonly streams: number;
  readonly skipped: number;
  readonly found: number;
  readonly repaired: number;
  /** Whether this round came to the end of the sweep over all streams. */
  readonly swept: boolean;
}

/** Held by the one process that does a round. */
const roundLock = 4_715_094;
const ROUNDS_A_DAY = 1_440;
const MOST_STREAMS = 5_000;

/**
 * Compares a sample of streams with the read models, writes down what differs and rewrites it from the log. Undefined
 * when another process is at it. A round that fails leaves nothing half done; the next one begins where it began.
 */
export async function runRound(
  tools: RoundTools,
  report: RoundReport,
  options: RoundOptions = ROUND,
): Promise<RoundResult | undefined> {
  const db = createDatabase(tools.pool, tools.store.sealing);
  if (await isAtRest(db, tools.clock.now(), options.restMs)) return undefined;
  return onScratchSession(tools.pool, tools.store.sealing, async (session, shapes) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${roundLock}) as mine`.execute(
      session,
    );
    if (rows[0]?.mine !== true) return undefined;
    try {
      return await new Round({ ...tools, session, shapes }, report, options).run();
    } finally {
      await sql`select pg_advisory_unlock(${roundLock})`.execute(session);
    }
  });
}

export type RoundWork = RoundTools & CheckTools;

class Round {
  readonly #work: RoundWork;
  readonly #report: RoundReport;
  readonly #options: RoundOptions;
  readonly #began: number;
  readonly #db: Kysely<Database>;
  #streams = 0;
  #found = 0;
  #repaired = 0;
  readonly #skipped = new Set<string>();

  constructor(work: RoundWork, report: RoundReport, options: RoundOptions) {
    this.#work = work;
    this.#report = report;
    this.#options = options;
    this.#began = work.clock.now().getTime();
    // Unqualified names mean the scratch tables in this session.
    this.#db = work.session.withSchema('public');
  }

  async run(): Promise<RoundResult> {
    const { cursors } = await this.#db
      .selectFrom('consistency_progress')
      .select('cursors')
      .executeTakeFirstOrThrow();
    const position = await logPosition(this.#db);
    await this.#settle();
    const { session, random } = this.#work;
    const { recentEvents, randomStreams: some } = this.#options;
    const stray = await strayRows(session, cursors, this.#options.strayRows);
    const sample = new Set([
      ...stray.streamIds,
      ...(await recentStreams(session, recentEvents)),
      ...(await randomStreams(session, some, random)),
    ]);
    await this.#compare([...sample]);
    const swept = await this.#sweep(stray.cursors);
    const counted = await this.#countAgain(swept.cursors);
    const recorded = await this.#compareRecords(counted);
    await this.#save({ ...recorded, position }, swept.isEnd);
    return {
      streams: this.#streams,
      skipped: this.#skipped.size,
      found: this.#found,
      repaired: this.#repaired,
      swept: swept.isEnd,
    };
  }

  /** Goes on over all streams by name, chunk by chunk, as far as the budget goes. */
  async #sweep(cursors: Cursors): Promise<{ readonly cursors: Cursors; readonly isEnd: boolean }> {
    const { session } = this.#work;
    const aDay = Math.ceil((await countStreams(session)) / ROUNDS_A_DAY);
    let left = Math.min(Math.max(this.#options.streams, aDay), MOST_STREAMS);
    let after = String(cursors['streams'] ?? '');
    while (left > 0 && !this.#isSpent()) {
      const size = Math.min(left, this.#options.chunk);
      const chunk = await nextStreams(session, after, size);
      await this.#compareChunk(chunk);
      left -= size;
      after = chunk.at(-1) ?? after;
      if (chunk.length < size) return { cursors: { ...cursors, streams: '' }, isEnd: true };
    }
    return { cursors: { ...cursors, streams: after }, isEnd: false };
  }

  async #compare(streamIds: readonly string[]): Promise<void> {
    for (let start = 0; start < streamIds.length; start += this.#options.chunk) {
      await this.#compareChunk(streamIds.slice(start, start + this.#options.chunk));
    }
  }

  async #compareChunk(streamIds: readonly string[]): Promise<void> {
    if (streamIds.length === 0) return;
    const began = performance.now();
    const { differences, skipped } = await compareStreams(this.#work, streamIds);
    this.#streams += streamIds.length;
    for (const streamId of skipped) this.#skipped.add(streamId);
    await this.#take(differences, async () => {
      const ids = differences.flatMap(({ streamId }) => streamId ?? []);
      return compareStreams(this.#work, [...new Set(ids)]);
    });
    await sleep(Math.min(1_000, (performance.now() - began) * this.#options.pace));
  }

  /** The counters of the next scopes, in the order of their keys. */
  async #countAgain(cursors: Cursors): Promise<Cursors> {
    const keys = await counterKeys(this.#work.session);
    const after = cursors['counters'] === undefined ? -Infinity : Number(cursors['counters']);
    const next = keys.filter((key) => key > after).slice(0, this.#options.counterScopes);
    for (const key of next) {
      const compare = () => compareCounters(this.#work, key);
      await this.#take(await compare(), async () => ({ differences: await compare(), skipped: [] }));
    }
    const { counters: _, ...others } = cursors;
    const last = next.at(-1);
    return last === undefined || last === keys.at(-1) ? others : { ...others, counters: last };
  }

  /** Reference data, credentials and sessions, once an hour: a table is read whole. */
  async #compareRecords(cursors: Cursors): Promise<Cursors> {
    const now = this.#work.clock.now().getTime();
    if (now - Number(cursors['recorded'] ?? 0) < this.#options.recordsMs) return cursors;
    const compare = () => compareRecorded(this.#work.session, this.#work.store);
    await this.#take(await compare(), async () => ({ differences: await compare(), skipped: [] }));
    return { ...cursors, recorded: now };
  }

  /** Writes down what is still there when compared again, and repairs it. */
  async #take(found: readonly DifferencePlace[], again: () => Promise<Comparison>): Promise<void> {
    if (found.length === 0) return;
    await sleep(this.#options.confirmAfterMs);
    const { differences } = await again();
    const confirmed = differences.filter((place) => found.some((before) => isPlace(before, place)));
    const known = await openDifferences(this.#db, this.#options.mostDifferences * 5);
    const fresh = confirmed.filter(
      (place) => !known.some((row) => isPlace(place, { table: row.table_name, key: row.row_key })),
    );
    for (const place of fresh) await this.#note(place);
    if (fresh.length > 0) await this.#settle();
  }

  async #note(place: DifferencePlace): Promise<void> {
    const id = await noteDifference(this.#work, place);
    this.#found += 1;
    this.#report.onFound({ ...place, id });
  }

  async #settle(): Promise<void> {
    const open = await openDifferences(this.#db, this.#options.mostDifferences * 5);
    this.#repaired += await settleDifferences(this.#work, open, this.#report);
  }

  #isSpent(): boolean {
    const { budgetMs, mostDifferences } = this.#options;
    return this.#found >= mostDifferences || this.#work.clock.now().getTime() - this.#began > budgetMs;
  }

  async #save(cursors: Cursors, isSwept: boolean): Promise<void> {
    const now = this.#work.clock.now();
    await this.#db
      .updateTable('consistency_progress')
      .set({
        cursors,
        round_at: now,
        round_streams: this.#streams,
        round_skipped: this.#skipped.size,
        ...(isSwept && { swept_at: now }),
      })
      .execute();
  }
}
