import { useSyncExternalStore } from 'react';
import { collectKeys } from './typed-ahead.ts';

let open = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  open = value;
  listeners.forEach((listener) => listener());
}

export const closePalette = (): void => set(false);

/** What is typed until its window stands there goes into it. */
export function openPalette(): void {
  if (open) return;
  collectKeys(closePalette);
  set(true);
}

export const usePaletteOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
