import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '@atelier/ui/class-names.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useLateCount } from './lane-query.ts';

export interface StageStripProps {
  columns: readonly BoardColumn[];
  /** Which pieces stand on each stage, as far as they are read. */
  lanes: ReadonlyMap<number, readonly number[]>;
}

/** Every stage at a glance above the board: how many stand there, how many are late. A press leads to its lane. */
export function StageStrip({ columns, lanes }: StageStripProps) {
  const { t } = useTranslation('dashboard');
  if (columns.length < 2) return null;
  return (
    <nav className="stage-strip" aria-label={t('board.stages')} data-testid="stage-strip">
      {columns.map((column) => (
        <StageChip key={column.rma_status_id} column={column} ids={lanes.get(column.rma_status_id) ?? NONE} />
      ))}
    </nav>
  );
}

const NONE: readonly number[] = [];

const StageChip = memo(function StageChip({ column, ids }: { column: BoardColumn; ids: readonly number[] }) {
  const { t } = useTranslation(['dashboard', 'status']);
  const { number } = useStaffFormat();
  const { rma_status_id: status, wip_limit: limit } = column;
  const late = useLateCount(ids);
  const count = Math.max(column.count, ids.length);
  return (
    <button
      type="button"
      className={classNames(
        'stage-chip grid packed gap-1 rounded on-surface text-start',
        count === 0 && 'none',
        limit !== null && count > limit && 'full',
      )}
      onClick={() => showLane(status)}
      data-testid={`strip-${status}`}
    >
      <span className="row">
        <b className="num">{number(count)}</b>
        {late > 0 && (
          <span className="stage-late small bold nowrap num">
            <span aria-hidden>◕ {number(late)}</span>
            <span className="sr-only">
              {t('dashboard:board.late', { count: late, formatted: number(late) })}
            </span>
          </span>
        )}
      </span>
      <span className="stage-chip-name muted breaks">{t(`status:name.${status}`)}</span>
    </button>
  );
});

/** Brings a lane into sight and the keyboard to its cards. */
function showLane(status: number): void {
  const lane = document.getElementById(`lane-${status}`)?.closest('.lane');
  lane?.scrollIntoView({ inline: 'start', block: 'nearest' });
  lane?.querySelector<HTMLElement>('.cards')?.focus({ preventScroll: true });
}
