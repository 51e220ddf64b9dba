import { useEffect, useRef, useState } from 'react';

const WASH_MS = 600;

/** True for 600 ms after `version` changed, never at first sight: a changed row washes once. */
export function useWash(version: number | string | undefined): boolean {
  const seen = useRef(version);
  const [washed, setWashed] = useState(false);
  useEffect(() => {
    if (seen.current === version) return undefined;
    seen.current = version;
    setWashed(true);
    const timer = setTimeout(() => setWashed(false), WASH_MS);
    return () => clearTimeout(timer);
  }, [version]);
  return washed;
}
