import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  open = value;
  listeners.forEach((listener) => listener());
}

export const openPalette = (): void => set(true);
export const closePalette = (): void => set(false);

export const usePaletteOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
