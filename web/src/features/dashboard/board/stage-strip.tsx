import type { BoardColumn } from '@atelier/domain/dashboard/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { serverNow } from '../../../lib/time/server-clock.ts';
import { useAgeClock } from '../../../shared/item/minute-clock.ts';
import { isPastDue } from '../../../shared/item/urgency.ts';

export interface StageStripProps {
  columns: readonly BoardColumn[];
  rows: ReadonlyMap<number, readonly ItemView[]>;
}

/** Every stage at a glance above the board: how many stand there, how many are late. A press leads to its lane. */
export function StageStrip({ columns, rows }: StageStripProps) {
  const { t } = useTranslation('dashboard');
  if (columns.length < 2) return null;
  return (
    <nav className="stage-strip" aria-label={t('board.stages')} data-testid="stage-strip">
      {columns.map((column) => (
        <StageChip key={column.rma_status_id} column={column} rows={rows.get(column.rma_status_id) ?? []} />
      ))}
    </nav>
  );
}

function StageChip({ column, rows }: { column: BoardColumn; rows: readonly ItemView[] }) {
  const { t } = useTranslation(['dashboard', 'status']);
  const { number } = useStaffFormat();
  const now = Math.max(useAgeClock(), serverNow());
  const { rma_status_id: status, wip_limit: limit } = column;
  const late = rows.filter((row) => isPastDue(row, now)).length;
  const count = Math.max(column.count, rows.length);
  return (
    <button
      type="button"
      className={classNames('stage-chip', count === 0 && 'none', limit !== null && count > limit && 'full')}
      onClick={() => showLane(status)}
      data-testid={`strip-${status}`}
    >
      <span className="row">
        <b className="num">{number(count)}</b>
        {late > 0 && (
          <span className="stage-late num">
            <span aria-hidden>◕ {number(late)}</span>
            <span className="sr-only">
              {t('dashboard:board.late', { count: late, formatted: number(late) })}
            </span>
          </span>
        )}
      </span>
      <span className="stage-chip-name">{t(`status:name.${status}`)}</span>
    </button>
  );
}

/** Brings a lane into sight and the keyboard to its cards. */
function showLane(status: number): void {
  const lane = document.getElementById(`lane-${status}`)?.closest('.lane');
  lane?.scrollIntoView({ inline: 'start', block: 'nearest' });
  lane?.querySelector<HTMLElement>('.cards')?.focus({ preventScroll: true });
}
