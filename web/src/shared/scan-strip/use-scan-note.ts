import { useState } from 'react';
import { soundVerdict } from '../item/tones.ts';
import { type ScreenVerdict, VERDICT_TONE } from '../item/verdicts.ts';
import type { StripNote } from './scan-strip.tsx';

/** What the last scan of a page did, shown and sounded; null before the first. */
export function useScanNote() {
  const [note, setNote] = useState<StripNote | null>(null);
  const tell = (verdict: ScreenVerdict, text: string) => {
    soundVerdict(verdict);
    setNote({ tone: VERDICT_TONE[verdict], text });
  };
  return { note, tell, clear: () => setNote(null) };
}
