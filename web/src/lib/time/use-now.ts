import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/** The server's time, in steps of `everyMs`, aligned to the full step so that all clocks of a page move together. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(serverNow());
      timer = setTimeout(tick, everyMs - (Date.now() % everyMs));
    };
    timer = setTimeout(tick, everyMs - (Date.now() % everyMs));
    return () => clearTimeout(timer);
  }, [everyMs]);
  return now;
}

/** setTimeout holds at most 2^31 - 1 ms; a week-long wait fits, a month does not. */
const LONGEST_MS = 2_000_000_000;
/** A bucket flips when the moment is past, not when it is reached. */
const PAST_MS = 50;

/** Calls back when the moment comes: a bucket flips at the moment the server named, without any event and without polling. */
export function atMoment(iso: string, run: () => void, now: () => number = serverNow): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = Date.parse(iso) - now() + PAST_MS;
    timer = left > LONGEST_MS ? setTimeout(wait, LONGEST_MS) : setTimeout(run, Math.max(0, left));
  };
  wait();
  return () => clearTimeout(timer);
}

/** Draws again at the moment; answers whether it is past. Null means never. */
export function usePast(iso: string | null | undefined): boolean {
  const [, flip] = useState(0);
  const past = Boolean(iso) && Date.parse(iso ?? '') <= serverNow();
  useEffect(() => {
    if (!iso || past) return undefined;
    return atMoment(iso, () => flip((count) => count + 1));
  }, [iso, past]);
  return past;
}

/** Runs something at a moment the server named, such as reading counters again at `next_flip_at`. */
export function useFlip(iso: string | null | undefined, run: () => void): void {
  useEffect(() => (iso ? atMoment(iso, run) : undefined), [iso, run]);
}
