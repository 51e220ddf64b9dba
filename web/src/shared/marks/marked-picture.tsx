import type { CSSProperties } from 'react';
import { insideOf } from './inside-of.ts';
import { AuthImage } from '../images/auth-image.tsx';
import { type Mark, marksOn } from './mark.ts';
import './marks.css';

export interface MarkedPictureProps {
  image: string;
  alt: string;
  marks: readonly Mark[];
}

/** A picture whole, with the numbers of its marks where they are; what each says stands beside it. */
export function MarkedPicture({ image, alt, marks }: MarkedPictureProps) {
  return (
    // A picture is not mirrored, and so its marks are not.
    <span className="marked" dir="ltr">
      <AuthImage key={image} id={image} alt={alt} />
      {marksOn(image, marks).map((mark) => (
        <span key={mark.number} className="mark-no num" style={insideOf(mark)} aria-hidden>
          {mark.number}
        </span>
      ))}
    </span>
  );
}

export const placeOf = ({ x, y }: Pick<Mark, 'x' | 'y'>): CSSProperties => ({
  insetInlineStart: `${x * 100}%`,
  insetBlockStart: `${y * 100}%`,
});
