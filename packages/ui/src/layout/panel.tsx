import { type ReactNode, useId } from 'react';
import { type LinkProps, Link } from 'react-router-dom';
import { classNames } from '../class-names.ts';

export interface PanelProps {
  title?: ReactNode;
  /** A count or a word beside the title. */
  aside?: ReactNode;
  /** At the far end of the header: a link or a button. */
  action?: ReactNode;
  /** Lists touch the edge; text and fields want the padding. */
  padded?: boolean;
  footer?: ReactNode;
  className?: string;
  testId?: string;
  children?: ReactNode;
}

/** A surface with an optional header and footer. */
export function Panel({ title, aside, action, padded, footer, className, testId, children }: PanelProps) {
  const id = useId();
  return (
    <section
      className={classNames('panel', className)}
      aria-labelledby={title ? id : undefined}
      data-testid={testId}
    >
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {aside !== undefined && <span className="small faint">{aside}</span>}
          {action && <span className="push">{action}</span>}
        </header>
      )}
      {padded ? <div className="panel-body">{children}</div> : children}
      {footer && <div className="panel-foot">{footer}</div>}
    </section>
  );
}

export interface TileSpec {
  key: string;
  label: string;
  /** Already in the reader's digits; null while it is not known. */
  value: string | null;
  to?: LinkProps['to'];
  /** A subset of the tile before it: set back a little. */
  sub?: boolean;
  mark?: ReactNode;
}

/** Counts side by side; each opens its list. */
export function Tiles({
  tiles,
  label,
  testId,
}: {
  tiles: readonly TileSpec[];
  label?: string;
  testId?: string;
}) {
  return (
    <nav
      className="tiles"
      aria-label={label}
      style={{ '--tiles': tiles.length } as Record<string, unknown>}
      data-testid={testId}
    >
      {tiles.map((tile) => (
        <Tile key={tile.key} tile={tile} />
      ))}
    </nav>
  );
}

function Tile({ tile }: { tile: TileSpec }) {
  const inside = (
    <>
      <b className="num" data-testid={`tile-${tile.key}`}>
        {tile.value ?? '–'}
      </b>
      <span>{tile.label}</span>
      {tile.mark && <span className="mark">{tile.mark}</span>}
    </>
  );
  const className = classNames('tile', tile.sub && 'sub');
  if (!tile.to) return <div className={className}>{inside}</div>;
  return (
    <Link className={className} to={tile.to}>
      {inside}
    </Link>
  );
}
