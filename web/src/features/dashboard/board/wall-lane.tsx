import { classNames } from '@atelier/ui/class-names.ts';
import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useItem } from '../../../live/rows.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { screenNow } from '../../../lib/time/screen-clock.ts';
import { ExpectedMark } from '../../../shared/expected/expected-cell.tsx';
import { AgeCell } from '../../../shared/item/piece-cells.tsx';
import { useAgeClock } from '../../../shared/item/minute-clock.ts';
import { ageOf, urgencyOf } from '../../../shared/item/urgency.ts';
import { Meter } from '@atelier/ui/feedback/meter.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useLane, useOldest } from './lane-query.ts';
import { shownOnWall, type WallLayout } from './wall-layout.ts';

interface WallLaneProps {
  siteId: number;
  column: BoardColumn;
  layout: WallLayout;
  /** Height of a card's picture in px. */
  picturePx: number;
  onIds: (status: number, ids: readonly number[]) => void;
}

/** One stage on the wall: how many against its limit, the pieces that are due first, and how many more there are. */
export const WallLane = memo(function WallLane({ siteId, column, layout, picturePx, onIds }: WallLaneProps) {
  const { t } = useTranslation(['dashboard', 'status']);
  const { number, age } = useStaffFormat();
  const status = column.rma_status_id;
  const lane = useLane(siteId, status);
  const read = lane.data?.ids;
  useEffect(() => {
    if (read !== undefined) onIds(status, read);
  }, [status, read, onIds]);
  const oldest = useOldest(read);
  useAgeClock();
  const count = lane.data?.total ?? column.count;
  const limit = column.wip_limit;
  const shown = (read ?? []).slice(0, shownOnWall(count, layout));
  const isOver = limit !== null && count > limit;
  return (
    <section
      className="wall-lane flex shrinks sunken"
      data-testid={`lane-${status}`}
      data-over={isOver || undefined}
    >
      <h2 className="clip">{t(`status:name.${status}`)}</h2>
      <div className="wall-lane-facts flex middle between num">
        <b data-testid={`lane-count-${status}`}>{number(count)}</b>
        <span>
          {oldest !== undefined && t('board.oldest', { age: age(ageOf(oldest, screenNow())) })}
          {limit !== null && <span>{t('board.limit', { count, limit: number(limit) })}</span>}
        </span>
      </div>
      {limit === null ? (
        <span className="lane-line" />
      ) : (
        <Meter value={count} limit={limit} label={t('board.limit', { count, limit: number(limit) })} />
      )}
      {isOver && <span className="sr-only">{t('board.overLimit')}</span>}
      <ol className="wall-cards">
        {shown.map((id) => (
          <WallCard key={id} id={id} picturePx={picturePx} />
        ))}
      </ol>
      {count > shown.length && shown.length > 0 && (
        <p className="wall-more text-center muted num">
          <bdi dir="ltr">{t('board.rest', { number: number(count - shown.length) })}</bdi>
        </p>
      )}
    </section>
  );
});

/** `PAR-000123` → `PAR-` and `000123`: the digits are what a hand looks for. */
function partsOf(code: string): readonly [string, string] {
  const at = code.lastIndexOf('-') + 1;
  return [code.slice(0, at), code.slice(at)];
}

/** A number in full, what it is, and how long it has waited. It subscribes to its own row. */
const WallCard = memo(function WallCard({ id, picturePx }: { id: number; picturePx: number }) {
  const row = useItem(id);
  const isFresh = useWash(row?.version ?? 0);
  if (row === undefined) return null;
  const [prefix, digits] = partsOf(row.number);
  return (
    <li
      className={classNames('wall-card grid rounded on-surface', isFresh && 'fresh')}
      data-testid={`card-${row.number}`}
      data-held={row.holds.length > 0 || undefined}
      data-urgency={urgencyOf(row, screenNow())}
    >
      <bdi className="wall-number grid nowrap num" dir="ltr">
        <span>{prefix}</span>
        <b>{digits}</b>
      </bdi>
      <span className="wall-times flex middle">
        <ExpectedMark item={row} brief />
        <AgeCell item={row} />
      </span>
      <PieceImage kind={row.product_kind} src={row.product_image} size={picturePx} />
    </li>
  );
});
