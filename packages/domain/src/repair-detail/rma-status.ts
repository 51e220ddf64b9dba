import { rank, Status, type StatusId } from '../shared/status.ts';

/**
 * An RMA's status is that of its least advanced open item (product/rma.md §1). With none open: the least advanced that
 * ended, for those rank after all others; cancelled only when all are.
 */
export function rmaStatus(items: readonly StatusId[]): StatusId | null {
  const kept = items.filter((status) => status !== Status.Cancelled);
  const [first, ...others] = kept;
  if (first === undefined) return items.length > 0 ? Status.Cancelled : null;
  return others.reduce((least, status) => (rank(status) < rank(least) ? status : least), first);
}
