import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useItem } from '../../../live/rows.ts';
import { ExpectedMark } from '../../../shared/expected/expected-cell.tsx';
import { AgeCell } from '../../../shared/item/piece-cells.tsx';
import { reasonsQuery, useReasonName } from '../../../shared/item/reasons.ts';

/** Height of a card in px at which its type has its own size; on a wall both grow together. */
export const CARD_PX = 92;

export interface CardProps {
  id: number;
  start: number;
  height: number;
  isActive: boolean;
  onActive: (id: number) => void;
  onOpen: (item: ItemView) => void;
}

/** A piece on the board: its number and age, what it is, of which metal and why it is here. It subscribes to its own row. */
export const Card = memo(function Card({ id, ...place }: CardProps) {
  const row = useItem(id);
  return row === undefined ? null : <CardFace row={row} {...place} />;
});

function CardFace({
  row,
  start,
  height,
  isActive,
  onActive,
  onOpen,
}: Omit<CardProps, 'id'> & { row: ItemView }) {
  const isFresh = useWash(row.version);
  return (
    // The keyboard works on the board itself: arrows, Enter, B and R (see stage-board.tsx).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={`card-${row.id}`}
      className={isFresh ? 'card fresh' : 'card'}
      data-active={isActive || undefined}
      data-testid={`card-${row.number}`}
      data-held={row.holds.length > 0 || undefined}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      style={{ blockSize: height, transform: `translateY(${start}px)` }}
      onMouseDown={() => onActive(row.id)}
      onClick={() => onOpen(row)}
    >
      <CardBody row={row} height={height} />
    </div>
  );
}

/** Drawn when its piece is another one than before: not when the card washes, is chosen or stands elsewhere in its lane. */
const CardBody = memo(function CardBody({ row, height }: { row: ItemView; height: number }) {
  return (
    <>
      <PieceImage kind={row.product_kind} src={row.product_image} size={Math.round(height * 0.37)} />
      <div className="card-head row gap-4 between">
        <b className="num">
          <bdi>{row.number}</bdi>
        </b>
        <span className="row gap-4">
          <ExpectedMark item={row} brief />
          <AgeCell item={row} />
        </span>
      </div>
      <span className="small clip">
        <bdi>{nameWithoutMetal(row.product_name, row.product_metal)}</bdi>
      </span>
      <CardWhy row={row} />
    </>
  );
});

/** For whom it waits, that its customer declined the fee, of which metal it is and what it is here for, in the reader's language. */
function CardWhy({ row }: { row: ItemView }) {
  const { t } = useTranslation('piece');
  const { list } = useStaffFormat();
  const nameOf = useReasonName(useQuery(reasonsQuery()).data?.data);
  const reasons = row.rma_item_to_reason.map(({ rma_item_reason_id: id, Name }) => nameOf(id, Name));
  const waitsFor = row.stage_clock?.waits_for ?? null;
  const waits = waitsFor === null ? '' : t(`waitsFor.${waitsFor}`);
  const declined = row.fee_asked === 'declined' ? t('flag.feeDeclined') : '';
  const words = [waits, declined, row.product_metal, list(reasons)].filter((word) => word !== '');
  return (
    <span className="small muted card-why" title={words.join(' · ')}>
      {words.map((word, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          <bdi>{word}</bdi>
        </span>
      ))}
    </span>
  );
}

/** The name of a piece without its metal, where the catalogue writes it at the end: the card says it on its own line. */
export function nameWithoutMetal(name: string, metal: string): string {
  if (metal === '' || !name.toLowerCase().endsWith(metal.toLowerCase())) return name;
  const short = name.slice(0, -metal.length).replace(/[\s,·–-]+$/u, '');
  return short === '' ? name : short;
}
