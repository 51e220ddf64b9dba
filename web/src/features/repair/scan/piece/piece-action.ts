import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';

/** What is done to the piece on the bench in a window. */
export type PieceAction = 'hold' | 'release' | 'comment' | 'photo' | 'weight' | 'parts' | 'marks';

export interface PieceDialogProps {
  item: ItemView;
  onClose: () => void;
}
