import { createContext, useContext } from 'react';

/**
 * How a detail is opened: `/readRma` only reads until one asks to work, the panel beside a list works at once
 * (product/rma.md §6). Whatever writes asks here and steps aside. Null = works.
 */
export const ReadingContext = createContext<{ readonly work: () => void } | null>(null);

export const useReading = () => useContext(ReadingContext);
