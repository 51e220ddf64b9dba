import { createContext, useContext, type ReactNode } from 'react';
import type { OpenPiece } from './open-piece.ts';

export interface ItemPanelProps {
  open: OpenPiece | null;
  onOpen: (piece: OpenPiece) => void;
  onClose: () => void;
}

/** What draws the panel: the app puts `RepairPanel` here. */
export const ItemPanelContext = createContext<(props: ItemPanelProps) => ReactNode>(() => null);

/** A piece beside the list, board or search it was opened from. */
export function ItemPanel(props: ItemPanelProps) {
  const draw = useContext(ItemPanelContext);
  return draw(props);
}
