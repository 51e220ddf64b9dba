import { rank, Status, type StatusId } from '../shared/status.ts';

/** What a move between two statuses was, against the state table (docs/product/repair.md §2). */
export const PATHS = [
  /** A step that the table offers. */
  'step',
  /** Back to an earlier stage with a reason: rework, recall. */
  'back',
  /** Taken in without a package, with a reason. */
  'override',
  /** Handed over by order clear, without a signature. */
  'administrative',
  /** Closed because it was lost and settled. */
  'settlement',
  /** A move that was taken back; the piece stands where it stood before. */
  'undone',
  /** Any other: imported, or made under an older table. */
  'unlisted',
] as const;
export type Path = (typeof PATHS)[number];

export const isDeviation = (path: Path): boolean => path !== 'step' && path !== 'back';

/** Whether a status can be the bottleneck: afterwards a piece waits for its owner, not for work. */
export const canHoldUp = (status: StatusId): boolean =>
  status !== Status.Cancelled && rank(status) < rank(Status.ShopReceived);

/** The status before "received by the shop" in which pieces spent the most time of the period; null where none did. */
export function bottleneckOf(
  nodes: readonly { readonly status: StatusId; readonly seconds: number }[],
): StatusId | null {
  const held = nodes.filter(({ status, seconds }) => canHoldUp(status) && seconds > 0);
  const most = held.toSorted((a, b) => b.seconds - a.seconds || rank(a.status) - rank(b.status))[0];
  return most?.status ?? null;
}
