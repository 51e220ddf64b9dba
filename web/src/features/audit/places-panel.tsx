import { STATUSES } from '@atelier/domain/shared/status.ts';
import { useTranslation } from 'react-i18next';
import { useFromTo } from '../../shared/language/use-from-to.ts';
import { phaseOf } from '../../shared/item/stage.ts';
import type { Files } from './queries.ts';

interface PlacesProps {
  readonly files: ReadonlyMap<string, Files[string]>;
  /** The stream that has just moved. */
  readonly moved: string;
}

interface Piece {
  readonly stream: string;
  readonly file: Files[string];
}

const piecesOf = (files: PlacesProps['files']): readonly Piece[] =>
  [...files].filter(([stream]) => stream.startsWith('item-')).map(([stream, file]) => ({ stream, file }));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The pieces by their stage, a column each; a piece moves when its event is reached. */
export function BoardPanel({ files, moved }: PlacesProps) {
  const { t } = useTranslation('status');
  const pieces = piecesOf(files);
  const stages = STATUSES.map(({ id }) => id).filter((id) =>
    pieces.some(({ file }) => file['status'] === id),
  );
  return (
    <div className="replay-board grid gap-12" data-testid="replay-board">
      {stages.map((stage) => (
        <Column
          key={stage}
          title={t(`name.${stage}`)}
          phase={phaseOf(stage)}
          pieces={pieces.filter(({ file }) => file['status'] === stage)}
          moved={moved}
        />
      ))}
    </div>
  );
}

/** The pieces by who holds them: each site, the way between two of them, the client. */
export function MapPanel({ files, moved }: PlacesProps) {
  const { t } = useTranslation('replay');
  const fromTo = useFromTo();
  const places = new Map<string, Piece[]>();
  for (const piece of piecesOf(files)) {
    const { custody_kind: kind, custody_site: site, custody_from: from, custody_to: to } = piece.file;
    const way = fromTo([textOf(from), textOf(to) || t('held.customer')]);
    const held = textOf(site) || t(`held.${textOf(kind)}`, textOf(kind));
    const place = kind === 'shipment' ? way : held;
    places.set(place, [...(places.get(place) ?? []), piece]);
  }
  return (
    <div className="replay-board grid gap-12" data-testid="replay-map">
      {[...places].map(([place, pieces]) => (
        <Column
          key={place}
          title={place}
          phase={pieces[0]?.file['custody_kind'] === 'shipment' ? 'transit' : 'shop'}
          pieces={pieces}
          moved={moved}
        />
      ))}
    </div>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly phase: string;
  readonly pieces: readonly Piece[];
  readonly moved: string;
}

const Column = ({ title, phase, pieces, moved }: ColumnProps) => (
  <section className={`replay-column phase-${phase}`}>
    <h4 className="small">
      <bdi>{title}</bdi> <span className="num">{pieces.length}</span>
    </h4>
    <ul>
      {pieces.map(({ stream, file }) => (
        <li key={stream} data-moved={stream === moved || undefined}>
          <bdi className="num">{textOf(file['number']) || stream}</bdi>
        </li>
      ))}
    </ul>
  </section>
);
