import type { PackingOrder, QueuedScan } from '@atelier/browser-sync/scans/queued-scan.ts';

/** Scans of pieces that may lie in the box although they are not on its list. */
export interface Unresolved {
  /** Scanned without a connection: added when it returns. */
  readonly waiting: readonly QueuedScan[];
  /** Not added; stays until the person has taken the piece out and removes the line. */
  readonly refused: readonly QueuedScan[];
  /** The server is being asked right now. */
  readonly isAsking: boolean;
}

/** Pieces that may lie in the box although they are not on its list. */
export const unresolvedCount = ({ waiting, refused }: Unresolved): number => waiting.length + refused.length;

/** What is unresolved among the scans that pack into one package or basket. */
export function unresolvedIn(
  all: readonly QueuedScan[],
  isInto: (order: PackingOrder, trackingNo: string | null) => boolean,
): Unresolved {
  const ours = all.filter(({ packing, trackingNo }) => packing !== undefined && isInto(packing, trackingNo));
  const waiting = ours.filter(({ state }) => state === 'waiting');
  return {
    waiting: waiting.filter(({ wasOffline }) => wasOffline),
    refused: ours.filter(({ state }) => state === 'conflict'),
    isAsking: waiting.some(({ wasOffline }) => !wasOffline),
  };
}
