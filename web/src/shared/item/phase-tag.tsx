import { classNames } from '@atelier/ui/class-names.ts';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import type { ReactNode } from 'react';

export type Phase = 'shop' | 'transit' | 'factory' | 'ready' | 'done';

const GLYPHS: Record<Phase, string> = {
  shop: 'M4 10h16l-1.4-5H5.4L4 10Zm1.5 0v9h13v-9M10 19v-5h4v5',
  transit: 'M3 7h11v9H3zM14 10h4l3 3v3h-7zM7 18.5a1.8 1.8 0 1 0 0-.1M17.5 18.5a1.8 1.8 0 1 0 0-.1',
  factory: 'm14 6 4 4M4 20l9-9M12 5l3-2 6 6-2 3-7-7Z',
  ready: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4 9.2 2.8 2.8L16 9.6',
  done: 'm5 12.5 4.5 4.5L19 7',
};

/** A phase by glyph, word and tint: never by colour alone. */
export function PhaseTag({
  phase,
  children,
  testId,
}: {
  phase: Phase;
  children: ReactNode;
  testId?: string;
}) {
  const glyph = (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden
    >
      <path d={GLYPHS[phase]} />
    </svg>
  );
  return (
    <Tag className={`phase-tag phase-${phase}`} icon={glyph} {...(testId && { testId })}>
      {children}
    </Tag>
  );
}

export interface PhaseBarProps {
  /** How many of the six parts are filled: 0..6. */
  value: number;
  phase?: Phase;
  wide?: boolean;
  /** Spoken instead of the drawing; without it the bar is decoration beside a word. */
  label?: string;
}

/** Position on the six-part way. */
export function PhaseBar({ value, phase, wide, label }: PhaseBarProps) {
  return (
    <span
      className={classNames('bar6', wide && 'wide', phase && `phase-${phase}`)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {[1, 2, 3, 4, 5, 6].map((part) => (
        <i key={part} className={part <= value ? 'f' : undefined} />
      ))}
    </span>
  );
}
