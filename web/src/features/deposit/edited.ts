import { createContext, use } from 'react';

export interface EditedRmaMode {
  readonly rmaId: number;
  /** Every piece is still at the counter; otherwise the contact alone is said again. */
  readonly isWhole: boolean;
}

/** The deposit that the form edits; null while it writes a new one. */
export const EditedRma = createContext<EditedRmaMode | null>(null);

export const useEdited = (): EditedRmaMode | null => use(EditedRma);
