import type { ReactNode } from 'react';
import { partsOf, type Part } from './parts.ts';

interface RichSentenceProps {
  text: string;
  /** Draws the label of a screen that the sentence names. */
  label: (name: string) => ReactNode;
}

/** A sentence of a guide with its labels, keys and commands. */
export const RichSentence = ({ text, label }: RichSentenceProps) =>
  partsOf(text).map((part, index) => <RichPart key={index} part={part} label={label} />);

function RichPart({ part: { kind, text }, label }: { part: Part; label: RichSentenceProps['label'] }) {
  if (kind === 'label') return <b className="guide-label">{label(text)}</b>;
  if (kind === 'key') return <kbd dir="ltr">{text}</kbd>;
  return kind === 'command' ? <code dir="ltr">{text}</code> : text;
}
