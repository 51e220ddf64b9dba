import { WrongExpectedVersion } from './errors.ts';
import type { AppendRequest, AppendResult, DomainEvent, JsonObject, StreamHistory } from './types.ts';
import type { CommandLog, CommandRequest, CommandResult, Decision, Handle } from './command.ts';
import { settleRaces } from './settle-races.ts';
import { withStateCache } from './with-state-cache.ts';

/**
 * Read, decide, append; decided again after a lost race, and on remembered states where the request can (decisions/0213).
 * Waits 5 s at most for other commands and for its append.
 * Throws `WrongExpectedVersion` (409), `IdempotencyConflict` (409), `AppendBusy` and `OutcomeUnknown` (503).
 */
export const handleCommand: Handle = settleRaces(withStateCache(readDecideAppend));

/**
 * Reads the streams, decides, appends. A repeated command is answered as its first run was: the append itself finds the
 * key, and a decision that would write nothing now looks for it before it counts.
 * A decision without streams writes nothing and answers position 0.
 */
async function readDecideAppend<Rejection, E extends DomainEvent>(
  log: CommandLog,
  request: CommandRequest<Rejection, E>,
): Promise<CommandResult<Rejection>> {
  const { streams, idempotency, expected = {}, until } = request;
  const histories = await log.readStreams<E>(streams);
  const stale = findStale(histories, expected);
  const decision = stale === undefined ? await request.decide(histories) : undefined;
  if (decision?.ok === true && decision.streams.length > 0) {
    const result = await log.append(appendOf(request, histories, decision));
    return { ok: true, ...answered(result, decision.answer) };
  }
  const before = idempotency && (await log.findCommand(idempotency, until));
  if (before !== undefined) return { ok: true, ...before };
  if (stale !== undefined) throw stale;
  return decision?.ok === false ? decision : { ok: true, position: 0, versions: {} };
}

/** Without an idempotency key nothing keeps the answer's ids, but the first caller gets them all the same. */
function answered(result: AppendResult, answer: JsonObject | undefined): AppendResult {
  return result.replayed === true || answer === undefined ? result : { ...result, answer };
}

function appendOf<E extends DomainEvent>(
  { metadata, idempotency, until }: Pick<CommandRequest<unknown>, 'metadata' | 'idempotency' | 'until'>,
  histories: ReadonlyMap<string, StreamHistory>,
  { streams, answer, behind }: Extract<Decision<unknown, E>, { ok: true }>,
): AppendRequest {
  return {
    streams: streams.map((stream) => ({
      ...stream,
      expectedVersion: histories.get(stream.streamId)?.version ?? 0,
    })),
    metadata,
    behind,
    until,
    ...(idempotency && { idempotency: { ...idempotency, ...(answer && { answer }) } }),
  };
}

/** Before deciding: a stale caller is refused for that, not because the move is impossible from the newer state. */
function findStale(
  histories: ReadonlyMap<string, StreamHistory>,
  expected: Readonly<Record<string, number>>,
): WrongExpectedVersion | undefined {
  for (const [streamId, version] of Object.entries(expected)) {
    const actual = histories.get(streamId)?.version ?? 0;
    if (actual !== version) return new WrongExpectedVersion(streamId, version, actual);
  }
  return undefined;
}
