import { randomUUID } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { EncodedCommand } from '../append/append-batch.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import { createSubjectKeys } from '@atelier/key-vault/subject-keys.ts';
import { asOwner } from '../projections/rebuild-state.ts';
import { createEventCodec, type EventCodec } from '../registry/event-codec.ts';
import { readStateMark } from '../state-cache.ts';
import type { AppendRequest, Ids } from '../types.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { EventRegistry } from '../event-types.ts';
import { copyRows } from './copy-rows.ts';
import { EventRows, eventColumns } from './event-rows.ts';
import { addStreams, findConflict, Outrun, writeStreams } from './imported-streams.ts';
import { openVaultFor } from '@atelier/key-vault/open-vault.ts';
import type { VaultPlace } from '@atelier/key-vault/vault-place.ts';
import { checkImported } from './check-imported.ts';
import { passHorizon, passSequence, writeRows } from './publish.ts';
import { beginAt, makeRoom } from './room.ts';

export interface ImportTools {
  /** Sessions of the tables' owner, made with `copies`; two at a time are used. */
  readonly owner: Pool;
  readonly registry: EventRegistry;
  readonly masterKey: MasterKey;
  /** Where the vault of persons' keys lies, as for `openStore`. */
  readonly vault?: VaultPlace;
  readonly ids?: Ids;
  readonly clock?: Clock;
  /** Positions left free for appends that go on meanwhile, a million by default. */
  readonly room?: number;
  /** Called now and then with the number of events copied so far. */
  readonly onProgress?: (events: number) => void;
  /** In the import's own transaction, before it ends: what is to become true together with it. */
  readonly alongside?: (client: PoolClient, result: ImportResult) => Promise<void>;
}

export interface ImportResult {
  readonly events: number;
  readonly streams: number;
  /** Commands left out because their idempotency keys had been used for the same commands before. */
  readonly replayed: number;
  /** Of the first and the last event; 0 when there was none. */
  readonly first: number;
  readonly last: number;
}

/** A request that cannot be imported; nothing has changed. */
export class ImportRefused extends Error {
  readonly code = 'import_refused';
  /** Which of the requests, from 0. */
  readonly request: number;

  constructor(request: number, reason: Error) {
    super(`request ${request}: ${reason.message}`, { cause: reason });
    this.name = 'ImportRefused';
    this.request = request;
  }
}

type Requests = Iterable<AppendRequest> | AsyncIterable<AppendRequest>;

const defaultRoom = 1_000_000;
const eventsAtOnce = 5_000;
const commandsAtOnce = 200;
// Plans that look rows up: the import's rows are not in the statistics yet.
const oneAtATime = `set local lock_timeout = 0; set local plan_cache_mode = force_generic_plan;
  set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; set local jit = off;
  select pg_advisory_xact_lock(hashtext('import of events'))`;

/**
 * Appends any number of requests in one transaction, all of them or none, by copying: many times as fast as
 * `append`, with the same versions, keys, sealed fields, rows and hashes. Appends and readers go on meanwhile
 * (decisions/0133). One import at a time: a second one waits.
 * @throws ImportRefused when a request cannot be taken, WrongExpectedVersion when another append moved a stream meanwhile
 */
export async function importEvents(tools: ImportTools, requests: Requests): Promise<ImportResult> {
  const { owner, registry, masterKey } = tools;
  const vault = tools.vault && (await openVaultFor(owner, tools.vault, masterKey)).vault;
  const clock = tools.clock ?? { now: () => new Date() };
  const keys = createSubjectKeys(owner, { masterKey, vault }, clock, () => readStateMark(owner));
  const codec = createEventCodec(
    registry,
    keys,
    tools.ids ?? { uuid: randomUUID },
    () => vault?.isInUse() ?? true,
  );
  let rows: EventRows | undefined;
  try {
    await keys.check();
    const result = await asOwner(owner, async (client) => {
      await client.query(oneAtATime);
      rows = new EventRows(await beginAt(client, tools.room ?? defaultRoom));
      await copyAll(client, tools, codec, rows, requests);
      if (rows.count > 0) await finish(client, tools, rows);
      return resultOf(rows);
    });
    await passHorizon(owner);
    return result;
  } catch (error) {
    throw (rows && wasOutrun(error) && (await findConflict(owner, rows.streams))) ?? error;
  } finally {
    await vault?.close();
  }
}

/** A row was there already, or was not as it had been found. */
const wasOutrun = (error: unknown): true | undefined =>
  error instanceof Outrun || (error instanceof DatabaseError && error.code === '23505') || undefined;

async function finish(client: PoolClient, tools: ImportTools, rows: EventRows): Promise<void> {
  await writeRows(client, rows.streams);
  await rows.keys.write(client);
  await writeStreams(client, rows.streams);
  await tools.alongside?.(client, resultOf(rows));
  await passSequence(client, rows);
}

const resultOf = ({ count, streams, replayed, first, last }: EventRows): ImportResult => ({
  events: count,
  streams: [...streams.values()].filter((stream) => stream.last > 0).length,
  replayed,
  first: count === 0 ? 0 : first,
  last: count === 0 ? 0 : last,
});

/** Prepares a block of rows while the one before it is on its way. */
async function copyAll(
  client: PoolClient,
  tools: ImportTools,
  codec: EventCodec,
  rows: EventRows,
  requests: Requests,
): Promise<void> {
  const { owner, room = defaultRoom } = tools;
  let copying = Promise.resolve();
  let taken = 0;
  for await (const chunk of chunksOf(requests)) {
    const commands = await codec.encodeAll(
      chunk,
      (index, reason) => new ImportRefused(taken + index, reason),
    );
    await Promise.all([addStreams(owner, rows.streams, commands), rows.keys.find(owner, commands)]);
    const from = rows.last + 1;
    const lines = await linesOf(rows, commands, taken);
    await makeRoom(owner, rows, room);
    await copying;
    const block = { first: rows.first, from, to: rows.last };
    copying = copyRows(client, eventColumns, lines).then(() => checkImported(client, block));
    // A failure is met at the next turn, or at the end.
    copying.catch(() => undefined);
    taken += chunk.length;
    tools.onProgress?.(rows.count);
  }
  await copying;
}

/** Rows of the commands, in small pieces: meanwhile the rows before them flow to the server. */
async function linesOf(rows: EventRows, commands: readonly EncodedCommand[], taken: number): Promise<string> {
  const lines: string[] = [];
  for (const [index, command] of commands.entries()) {
    if (index % commandsAtOnce === 0) await letOthersRun();
    lines.push(take(rows, command, taken + index));
  }
  return lines.join('');
}

function take(rows: EventRows, command: EncodedCommand, request: number): string {
  try {
    return rows.take(command);
  } catch (error) {
    throw new ImportRefused(request, error instanceof Error ? error : new Error(String(error)));
  }
}

/** Pieces of some thousand events. */
async function* chunksOf(requests: Requests): AsyncGenerator<readonly AppendRequest[]> {
  let chunk: AppendRequest[] = [];
  let events = 0;
  for await (const request of requests) {
    chunk.push(request);
    for (const stream of request.streams) events += stream.events.length;
    if (events < eventsAtOnce) continue;
    yield chunk;
    chunk = [];
    events = 0;
  }
  if (chunk.length > 0) yield chunk;
}
