import { useEffect, useState, useSyncExternalStore } from 'react';
import { live } from './live.ts';

/** During a connection attempt the state is "catching up": without a message for so long it is none. */
const TRYING_MS = 2_000;
/** A connection that is back at once changes nothing on the screen. */
const BLINK_MS = 1_500;

function contactBefore(): number | null {
  const { state, contactAt } = live.freshness;
  if (contactAt === 0) return null;
  const isTrying = state === 'catching-up' && Date.now() - contactAt > TRYING_MS;
  return state === 'offline' || isTrying ? contactAt : null;
}

/** Without a connection the moment of the last contact, on the device's clock; null while there is one. */
export function useCutSince(): number | null {
  const since = useSyncExternalStore((listener) => live.onFreshness(listener), contactBefore);
  const [lasting, setLasting] = useState<number | null>(null);
  useEffect(() => {
    if (since === null) return undefined;
    const timer = setTimeout(() => setLasting(since), BLINK_MS);
    return () => clearTimeout(timer);
  }, [since]);
  return lasting === since ? since : null;
}
