import type { EncodedCommand, EncodedStream } from './append-batch.ts';
import { WrongExpectedVersion } from '../errors.ts';
import type { SeenVersions } from './seen-versions.ts';
import { isKey, keyOf, type Waiting } from './waiting.ts';

/** What to do now with a command that waits. */
type Turn = 'go' | 'wait' | 'ask' | 'refuse';

/** Takes the oldest commands whose turn it is out of those that wait, and refuses those that have lost already. */
export function takeBatch(
  waiting: Waiting[],
  size: number,
  busy: ReadonlySet<string>,
  seen: SeenVersions,
): readonly Waiting[] {
  const blocked = new Set(busy);
  const reached = new Map<string, number>();
  const taken: Waiting[] = [];
  const left: Waiting[] = [];
  let looked = 0;
  for (const candidate of waiting) {
    if (taken.length === size || taken[0]?.isAlone === true) break;
    looked += 1;
    const { command, claims } = candidate;
    const isCompany = candidate.isAlone && taken.length > 0;
    const turn = isCompany ? 'wait' : turnOf(command, blocked, reached, seen);
    if (turn === 'refuse') candidate.settle(conflictWith(command, seen));
    else (turn === 'wait' ? left : taken).push(candidate);
    for (const claim of claims) if (turn === 'wait' || isKey(claim)) blocked.add(claim);
    if (turn === 'go')
      for (const stream of command.streams) reached.set(stream.streamId, versionAfter(stream));
  }
  waiting.splice(0, looked, ...left);
  return taken;
}

/**
 * A command that is too old for what its streams are known to have reached is refused at once; with a key it asks
 * the database whether it was carried out before. One goes if nothing it claims is under way, and if those that go
 * with it leave its streams where it expects them.
 */
function turnOf(
  command: EncodedCommand,
  blocked: ReadonlySet<string>,
  reached: ReadonlyMap<string, number>,
  seen: SeenVersions,
): Turn {
  const { streams, idempotency } = command;
  if (idempotency !== undefined && blocked.has(keyOf(idempotency))) return 'wait';
  if (isStale(command, seen)) return idempotency === undefined ? 'refuse' : 'ask';
  const inLine = streams.every(
    ({ streamId, expectedVersion }) =>
      !blocked.has(streamId) && (reached.get(streamId) ?? expectedVersion) === expectedVersion,
  );
  return inLine ? 'go' : 'wait';
}

/** Whether a stream of it is known to have moved past the version that it expects. */
export function isStale({ streams }: EncodedCommand, seen: SeenVersions): boolean {
  return streams.some(({ streamId, expectedVersion }) => expectedVersion < seen.of(streamId));
}

function conflictWith({ streams }: EncodedCommand, seen: SeenVersions): WrongExpectedVersion {
  const late = streams.find(({ streamId, expectedVersion }) => expectedVersion < seen.of(streamId));
  const streamId = late?.streamId ?? '';
  return new WrongExpectedVersion(streamId, late?.expectedVersion ?? 0, seen.of(streamId));
}

function versionAfter({ expectedVersion, events }: EncodedStream): number {
  return expectedVersion + events.length;
}
