import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { askUntilAnswered, must } from './caller.ts';
import type { Journal } from './journal.ts';

/** How many people work at once. */
export const LANES = 6;

/** The way round the benches: forward to the final check, then back to the first bench with a reason. */
const ROUND: readonly StatusId[] = [
  Status.RepairProcess,
  Status.RepairPolish,
  Status.RepairQC,
  Status.AssemblyProcess,
  Status.FinalQCProcess,
];

export interface LoadOptions {
  readonly url: () => string;
  readonly token: string;
  readonly journal: Journal;
  /** Pieces that stand at the warehouse, sent to it but not yet received. */
  readonly pieces: readonly number[];
  readonly signal: AbortSignal;
}

export interface LoadReport {
  /** Where each piece stands by the last response received. */
  readonly standing: ReadonlyMap<number, StatusId>;
  /** Calls that were repeated. */
  readonly failures: number;
}

/**
 * People who work on while the system is killed under them: each receives their own pieces and carries them from bench
 * to bench, a scan before every move, every command with its key until it is answered.
 */
export async function workOn(options: LoadOptions): Promise<LoadReport> {
  const standing = new Map<number, StatusId>();
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    workLane(
      options,
      options.pieces.filter((_piece, index) => index % LANES === lane),
      standing,
    ),
  );
  const failures = await Promise.all(lanes);
  return { standing, failures: failures.reduce((sum, each) => sum + each, 0) };
}

async function workLane(
  options: LoadOptions,
  pieces: readonly number[],
  standing: Map<number, StatusId>,
): Promise<number> {
  let failures = 0;
  for (const piece of pieces) {
    failures += await command(options, moveOf(piece, 3), 'ItemStatusChanged');
    standing.set(piece, 3);
  }
  for (let step = 0; !options.signal.aborted; step += 1) {
    const target = ROUND[step % ROUND.length] ?? 4;
    for (const piece of pieces) {
      if (options.signal.aborted) break;
      failures += await command(options, scanOf(piece, target), 'ItemScanned');
      failures += await command(options, moveOf(piece, target), 'ItemStatusChanged');
      standing.set(piece, target);
    }
  }
  return failures;
}

const scanOf = (piece: number, target: StatusId) =>
  ({ method: 'POST', path: '/scan', body: { code: String(piece), target } }) as const;

const moveOf = (piece: number, target: StatusId) =>
  ({
    method: 'PUT',
    path: '/rmastatus',
    body: {
      id: piece,
      rma_status_id: target,
      ...(target === Status.RepairProcess && { reason: 'once more' }),
    },
  }) as const;

async function command(
  { url, token, journal }: LoadOptions,
  planned: ReturnType<typeof scanOf> | ReturnType<typeof moveOf>,
  writes: string,
): Promise<number> {
  const { call, entry } = journal.open(planned, writes);
  const outcome = await askUntilAnswered(url(), token, call);
  entry.answer = outcome.answer;
  entry.answeredAt = Date.now();
  must(outcome);
  return outcome.failures;
}
