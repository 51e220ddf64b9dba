import { useSyncExternalStore } from 'react';
import { collectKeys } from './typed-ahead.ts';

/** What the search box opens with; a scanned code opens what it means at once, if that is one thing. */
export interface OpenedPalette {
  readonly text: string;
  readonly isScanned: boolean;
}

let opened: OpenedPalette | null = null;
const listeners = new Set<() => void>();

function set(value: OpenedPalette | null): void {
  opened = value;
  listeners.forEach((listener) => listener());
}

export const closePalette = (): void => set(null);

/** Keys typed before its window has the focus go into it. */
export function openPalette(text = ''): void {
  if (opened !== null) return;
  collectKeys(closePalette);
  set({ text, isScanned: false });
}

/** Opens the box with a scanned code. False where the page has no box, as on a wall. */
export function findScanned(code: string): boolean {
  if (listeners.size === 0) return false;
  set({ text: code, isScanned: true });
  return true;
}

export const usePalette = (): OpenedPalette | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
