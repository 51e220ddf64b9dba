import { useEffect } from 'react';

/** The entry of the history whose screen is drawn, and what was scanned while the next one's was on its way. */
let drawn: string | undefined;
let early: string[] = [];
/** Takes the scans of the page now. */
let taker: ((code: string) => void) | undefined;

function entryOfHistory(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'default';
}

/**
 * Notes the key of the router's location where it is drawn: the screen before stays in sight until the next one is there, and
 * what is scanned then is the next one's.
 */
export function useDrawnEntry(key: string): void {
  useEffect(() => {
    drawn = key;
    if (key !== entryOfHistory()) return;
    const codes = early;
    early = [];
    for (const code of codes) taker?.(code);
  }, [key]);
}

/** Whether the screen in sight is about to be replaced by that of the address. */
export const isNextOnItsWay = (): boolean => drawn !== undefined && drawn !== entryOfHistory();

/** Keeps a code for the screen that is on its way. */
export const keepForNext = (code: string): void => void early.push(code);

/** Names who takes the scans of the page from now on; answers how to stop. */
export function handKeptTo(take: (code: string) => void): () => void {
  taker = take;
  return () => {
    if (taker === take) taker = undefined;
  };
}
