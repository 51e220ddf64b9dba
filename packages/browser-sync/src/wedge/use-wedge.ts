import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { handKeptTo, isNextOnItsWay, keepForNext } from './drawn-entry.ts';
import { listenForScans, type WedgeHandlers } from './wedge-listener.ts';

/** What windows over the page do with a scan, the topmost last. */
const windows: ((code: string) => void)[] = [];

/** Takes the scans of the page while a window with a field for them is open: a carrier's label belongs into its field. */
export function useScansInWindow(onScan: (code: string) => void): void {
  const take = useHandler(onScan);
  useLayoutEffect(() => {
    windows.push(take);
    return () => void windows.splice(windows.indexOf(take), 1);
  }, [take]);
}

function takeScans({ onScan, onKey, ...more }: WedgeHandlers): () => void {
  const take = (code: string): void => {
    if (isNextOnItsWay()) keepForNext(code);
    else onScan(code);
  };
  // A letter is for what is in sight, which is about to go: it does nothing.
  const press = (key: string): void => void (isNextOnItsWay() || onKey?.(key));
  const stop = listenForScans(window, { ...more, onScan: take, onKey: press });
  const end = handKeptTo(take);
  return () => {
    end();
    stop();
  };
}

/** Screens that take the scans of the page, also while they take none. */
const screens = new Set<object>();
const followers = new Set<() => void>();

function follow(change: () => void): void {
  change();
  for (const each of followers) each();
}

/** Takes the scans of a page whose screen takes none. A code that is scanned into a field stays there. */
export function useScansElsewhere(onScan: (code: string) => void): void {
  const take = useHandler((code: string) => (windows.at(-1) ?? onScan)(code));
  useEffect(() => {
    let stop: (() => void) | undefined;
    const rest = (): void => {
      stop?.();
      stop = undefined;
    };
    const listen = (): void => {
      if (screens.size === 0) stop ??= takeScans({ onScan: take, leavesFields: true });
      else rest();
    };
    follow(() => followers.add(listen));
    return () => {
      followers.delete(listen);
      rest();
    };
  }, [take]);
}

/** What ends the listeners of screens that are hidden or on their way out: the next one's takes their place at once. */
const leaving = new Set<() => void>();

/**
 * Listens for scanned codes while the screen is mounted; the handlers may change between renders without a gap.
 * Before the screen is painted: a code scanned as soon as it is seen finds the listener. Until it is unmounted or another
 * screen listens: while a part waits for its texts, React hides the screen and undoes its layout effects, and a code
 * that came then would be lost and its Enter would press whatever has the focus. Never two at once: the first
 * keys of a code would reach the one, the last keys the other.
 */
export function useWedge(handlers: WedgeHandlers, isEnabled = true): void {
  const onScan = useHandler((code: string) => (windows.at(-1) ?? handlers.onScan)(code));
  const onKey = useHandler((key: string) => handlers.onKey?.(key));
  const stop = useRef<() => void>(undefined);
  const end = useCallback(() => {
    stop.current?.();
    stop.current = undefined;
  }, []);
  // A screen that is hidden while a part of it loads is still the one that takes scans.
  useLayoutEffect(() => follow(() => screens.add(end)), [end]);
  useEffect(() => () => follow(() => screens.delete(end)), [end]);
  useLayoutEffect(() => {
    if (!isEnabled) return undefined;
    leaving.delete(end);
    for (const endOther of leaving) endOther();
    leaving.clear();
    stop.current ??= takeScans({ onScan, onKey });
    return () => void leaving.add(end);
  }, [isEnabled, onScan, onKey, end]);
  useEffect(() => {
    if (!isEnabled) return undefined;
    return () => {
      leaving.delete(end);
      end();
    };
  }, [isEnabled, end]);
}
