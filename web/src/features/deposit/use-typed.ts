import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** A text once its typist has paused: a search is asked once per word, not per letter. */
export function useTyped(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
