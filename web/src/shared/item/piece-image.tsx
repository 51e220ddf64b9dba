import { type ReactNode, useState } from 'react';

const JEWELS: Record<string, ReactNode> = {
  ring: (
    <>
      <path d="M12 21a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Z" />
      <path d="m9 4 1.2-1.5h3.6L15 4l-3 4-3-4Z" />
    </>
  ),
  earrings: (
    <>
      <path d="M8 3v4m8-4v4" />
      <circle cx="8" cy="13" r="3.4" />
      <circle cx="16" cy="13" r="3.4" />
      <path d="M8 16.5v3m8-3v3" />
    </>
  ),
  necklace: (
    <>
      <path d="M4 4c0 7 3.5 11 8 11s8-4 8-11" />
      <path d="m12 15 2.2 2.6L12 21l-2.2-3.4L12 15Z" />
    </>
  ),
  bracelet: (
    <>
      <ellipse cx="12" cy="12" rx="8.5" ry="6.5" />
      <ellipse cx="12" cy="11" rx="6.3" ry="4.6" />
      <circle cx="12" cy="18.4" r="1.4" />
    </>
  ),
  pendant: (
    <>
      <path d="M7 3c0 4 2 6.5 5 7.5C15 9.5 17 7 17 3" />
      <path d="M12 10.5v1.5" />
      <path d="m12 12 3.6 4-3.6 5-3.6-5L12 12Zm-3.6 4h7.2" />
    </>
  ),
  brooch: (
    <>
      <circle cx="12" cy="12" r="2.6" />
      <path d="M12 9.4c-2.4-2-2.4-5 0-6.4 2.4 1.4 2.4 4.4 0 6.4Zm0 5.2c2.4 2 2.4 5 0 6.4-2.4-1.4-2.4-4.4 0-6.4ZM9.4 12c-2 2.4-5 2.4-6.4 0 1.4-2.4 4.4-2.4 6.4 0Zm5.2 0c2-2.4 5-2.4 6.4 0-1.4 2.4-4.4 2.4-6.4 0Z" />
    </>
  ),
  anklet: (
    <>
      <path d="M3.5 10c2 5.5 5 7.5 8.5 7.5s6.5-2 8.5-7.5" />
      <path d="M3.5 10C5 5.5 8.5 4.5 12 4.5S19 5.5 20.5 10" />
      <path d="M12 17.5v1.3" />
      <circle cx="12" cy="20.2" r="1.4" />
    </>
  ),
};

export interface PieceImageProps {
  /** `ring`, `necklace`, `earrings`, `bracelet`, `pendant`, `brooch`, `anklet`; anything else is drawn as a ring. */
  kind: string;
  src?: string | null;
  alt?: string;
  /** Edge in px. */
  size?: number;
  /** Its box is sized by a style sheet: a page that the server draws may hold no style attribute (content policy). */
  inSheet?: boolean;
}

/** A line drawing of a kind of piece. */
export const PieceDrawing = ({ kind }: { kind: string }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden
  >
    {JEWELS[kind] ?? JEWELS.ring}
  </svg>
);

/** The piece's photo, or its line drawing where there is none or it does not load. */
export function PieceImage({ kind, src, alt = '', size = 38, inSheet = false }: PieceImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const style = { '--pic': `${size}px`, '--pic-stroke': size > 100 ? 0.7 : 1.2 } as Record<string, unknown>;
  return (
    <span className="pic" {...(!inSheet && { style })} {...(alt && { role: 'img', 'aria-label': alt })}>
      {src && failed !== src ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
        />
      ) : (
        <PieceDrawing kind={kind} />
      )}
    </span>
  );
}
