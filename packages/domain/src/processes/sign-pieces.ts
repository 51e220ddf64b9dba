import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import { itemStream, type BlobRef, type ItemId } from '../kernel.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import { decideItem } from '../repair/decide.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import { itemIn, type ProcessState } from './process-state.ts';

export interface SignedPiece {
  readonly itemId: ItemId;
  /** The piece's own document: what one person signed is never another person's. */
  readonly signature: BlobRef;
}

/** One signing for one piece or several, on all of them or on none. Several are named by the first piece's document. */
export function signPieces(
  kind: 'deposit' | 'pickup',
  pieces: readonly SignedPiece[],
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ItemEvent> {
  const signing = pieces.length > 1 ? pieces[0]?.signature : undefined;
  const streams = [];
  for (const { itemId, signature } of pieces) {
    const item = itemIn(processState, itemId);
    if (item.kind === 'none') return reject('not_found', { item_id: itemId });
    const decision = decideItem({ type: 'RecordSignature', kind, signature, signing }, item, context);
    if (!decision.ok) return decision;
    streams.push({ streamId: itemStream(itemId), events: decision.events });
  }
  return acceptStreams<ItemEvent>(streams);
}
