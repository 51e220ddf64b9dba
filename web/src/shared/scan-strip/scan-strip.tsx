import { Check, CloudOff, RotateCcw, ScanBarcode, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { VerdictTone } from '../item/verdicts.ts';
import './scan-strip.css';

/** What the last scan of the page did: a word in its colour and with its shape, until the next one. */
export interface StripNote {
  readonly tone: VerdictTone | 'idle';
  readonly text: string;
}

const SHAPES = { ok: Check, duplicate: RotateCcw, error: X, waiting: CloudOff, idle: ScanBarcode } as const;

export function ScanStrip({ note }: { note: StripNote }) {
  const Shape = SHAPES[note.tone];
  const strip = useRef<HTMLParagraphElement>(null);
  // A user who scans further down a long list must see what each scan did.
  useEffect(() => {
    if (note.tone !== 'idle') strip.current?.scrollIntoView({ block: 'nearest' });
  }, [note]);
  return (
    <p
      ref={strip}
      className="scan-strip"
      data-tone={note.tone}
      role={note.tone === 'error' ? 'alert' : 'status'}
      data-testid="scan-strip"
    >
      <Shape size={20} aria-hidden />
      <bdi>{note.text}</bdi>
    </p>
  );
}
