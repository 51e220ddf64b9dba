import type { CommandLog, CommandRequest, CommandResult, Handle, States, StreamDecision } from './command.ts';
import { WrongExpectedVersion } from './errors.ts';
import type { DomainEvent } from './types.ts';
import type { StateCache } from './state-cache.ts';

/** A decision on states that the append would not check. */
class Unchecked extends Error {}

/**
 * Decides on remembered states in place of reading, where the request can. Such a decision holds only when the append checks every stream
 * of the request; a rejection, or an append that lost, is decided again on what is read.
 */
export function withStateCache(inner: Handle): Handle {
  return async (log, request) => {
    const { states: cache } = log;
    const { decideOnStates, decide } = request;
    if (cache === undefined || decideOnStates === undefined) return inner(log, request);
    const { generation } = cache;
    let written: readonly StreamDecision[] = [];
    const noting = async (decision: ReturnType<typeof decide>): Promise<Awaited<typeof decision>> => {
      const decided = await decision;
      written = decided.ok ? decided.streams : [];
      return decided;
    };
    const cached = await cache.take(request.streams);
    const onStates = async (states: States) => {
      try {
        return await noting(decideOnStates(states));
      } catch (error) {
        // Nothing was tried on them: they serve the next command.
        for (const [id, state] of states) cache.keep(generation, id, state);
        throw error;
      }
    };
    const early =
      cached && (await handleOnStates(inner, log, { ...request, decideOnStates: onStates }, cached));
    const result = early ?? (await inner(log, { ...request, decide: (known) => noting(decide(known)) }));
    remember(cache, generation, written, result);
    return result;
  };
}

/** undefined: nothing was written, and the states do not tell whether it may be. */
async function handleOnStates<Rejection, E extends DomainEvent>(
  inner: Handle,
  { append }: CommandLog,
  request: CommandRequest<Rejection, E> & Required<Pick<CommandRequest<Rejection, E>, 'decideOnStates'>>,
  states: States,
): Promise<CommandResult<Rejection> | undefined> {
  const versions = new Map(
    [...states].map(([streamId, { version }]) => [streamId, { streamId, version, events: [] }]),
  );
  const log: CommandLog = {
    append,
    readStreams: () => Promise.resolve(versions),
    findCommand: () => Promise.resolve(undefined),
    states: undefined,
  };
  const decide = async () => {
    const decision = await request.decideOnStates(states);
    const checked = new Set(decision.ok ? decision.streams.map(({ streamId }) => streamId) : []);
    if (decision.ok && !request.streams.every((id) => checked.has(id))) throw new Unchecked();
    return decision;
  };
  try {
    const result = await inner(log, { ...request, decide });
    return result.ok ? result : undefined;
  } catch (error) {
    if (error instanceof WrongExpectedVersion || error instanceof Unchecked) return undefined;
    throw error;
  }
}

function remember(
  cache: StateCache,
  generation: number,
  written: readonly StreamDecision[],
  result: CommandResult<unknown>,
): void {
  if (!result.ok || result.replayed === true) return;
  for (const { streamId, state } of written) {
    const version = result.versions[streamId];
    if (state !== undefined && version !== undefined) cache.keep(generation, streamId, { version, state });
  }
}
