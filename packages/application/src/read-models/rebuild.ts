import { AGGREGATES } from '../aggregates.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import { PROJECTIONS } from './all.ts';
import { rebuildFromLog } from '@atelier/event-store/projections/rebuild-log.ts';
import { rebuildFromStreams } from '@atelier/event-store/projections/rebuild-streams.ts';
import type { RebuildTools } from '@atelier/event-store/projections/rebuild-state.ts';

/** Everything that can be rebuilt: inline tables by their names, asynchronous projections by theirs. */
export const REBUILDABLE: readonly string[] = [
  ...AGGREGATES.map((kind) => kind.table),
  ...PROJECTIONS.map((projection) => projection.name),
];

/** The tables that a rebuild of this name makes. */
export function tablesOf(name: string): readonly string[] {
  return PROJECTIONS.find((projection) => projection.name === name)?.tables ?? [name];
}

/**
 * Builds a read model again from the log, beside the live one, and swaps it in; an interrupted rebuild goes on where
 * it stopped. Nothing reacts to a rebuild: reactions and jobs read the log with separate checkpoints.
 * @throws PoisonEvent when an event cannot be decoded or folded, RangeError for an unknown name
 */
export async function rebuild(tools: RebuildTools<Transaction<Database>>, name: string): Promise<void> {
  const projection = PROJECTIONS.find((each) => each.name === name);
  if (projection !== undefined) return rebuildFromLog(tools, projection);
  const kind = AGGREGATES.find((each) => each.table === name);
  if (kind !== undefined) return rebuildFromStreams(tools, kind);
  throw new RangeError(`unknown projection ${name}: one of ${REBUILDABLE.join(', ')}`);
}
