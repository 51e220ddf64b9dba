import { useLayoutEffect, useRef } from 'react';
import { listenForScans } from './wedge-listener.ts';
import type { WedgeHandlers } from './wedge-listener.ts';

/**
 * Listens for scanned codes while the screen is mounted; the handlers may change between renders without a gap.
 * Before the screen is painted: a code scanned as soon as it is seen finds the listener.
 */
export function useWedge(handlers: WedgeHandlers, isEnabled = true): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    if (!isEnabled) return undefined;
    return listenForScans(window, {
      onScan: (code) => latest.current.onScan(code),
      onKey: (key) => latest.current.onKey?.(key),
    });
  }, [isEnabled]);
}
