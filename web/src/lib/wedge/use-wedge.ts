import { useLayoutEffect } from 'react';
import { useHandler } from '../handler/use-handler.ts';
import { listenForScans } from './wedge-listener.ts';
import type { WedgeHandlers } from './wedge-listener.ts';

/**
 * Listens for scanned codes while the screen is mounted; the handlers may change between renders without a gap.
 * Before the screen is painted: a code scanned as soon as it is seen finds the listener.
 */
export function useWedge(handlers: WedgeHandlers, isEnabled = true): void {
  const onScan = useHandler(handlers.onScan);
  const onKey = useHandler((key: string) => handlers.onKey?.(key));
  useLayoutEffect(
    () => (isEnabled ? listenForScans(window, { onScan, onKey }) : undefined),
    [isEnabled, onScan, onKey],
  );
}
