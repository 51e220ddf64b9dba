import { useEffect, useLayoutEffect, useRef } from 'react';
import { useHandler } from '../handler/use-handler.ts';
import { listenForScans } from './wedge-listener.ts';
import type { WedgeHandlers } from './wedge-listener.ts';

/**
 * Listens for scanned codes while the screen is mounted; the handlers may change between renders without a gap.
 * Before the screen is painted: a code scanned as soon as it is seen finds the listener. Until it is unmounted: while a part
 * waits for its texts, React hides the screen and undoes its layout effects, and a code that came then would be lost
 * and its Enter would press whatever has the focus.
 */
export function useWedge(handlers: WedgeHandlers, isEnabled = true): void {
  const onScan = useHandler(handlers.onScan);
  const onKey = useHandler((key: string) => handlers.onKey?.(key));
  const stop = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    if (isEnabled) stop.current ??= listenForScans(window, { onScan, onKey });
  }, [isEnabled, onScan, onKey]);
  useEffect(() => {
    const own = isEnabled ? stop.current : undefined;
    return () => {
      own?.();
      if (stop.current === own) stop.current = undefined;
    };
  }, [isEnabled]);
}
