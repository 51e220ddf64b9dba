import { createContext, use } from 'react';

/** The deposit that the form edits; null while it writes a new one. */
export const EditedRma = createContext<number | null>(null);

export const useEdited = (): number | null => use(EditedRma);
