import type { RepairHistoryView } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApiResponse } from '../../lib/api/client.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { StageCell } from '../../shared/item/piece-cells.tsx';
import { PartState } from './part-state.tsx';

type Repair = RepairHistoryView['repairs'][number];

/** Earlier repairs of this very piece, and how many of them lie within 180 days. */
export function EarlierPart({ earlier }: { earlier: UseQueryResult<ApiResponse<RepairHistoryView>> }) {
  const { t } = useTranslation(['search', 'rma']);
  const { number } = useStaffFormat();
  const history = earlier.data?.data;
  return (
    <section className="part" data-testid="earlier-part">
      <h3>{t('search:detail.history')}</h3>
      <PartState part={earlier} />
      {history !== undefined && (
        <p className="small muted">
          {history.total === 0
            ? t('search:detail.noHistory')
            : t('search:detail.within', { count: history.total_180, total: number(history.total_180) })}
        </p>
      )}
      <ul className="others">
        {history?.repairs.map((repair) => (
          <li key={repair.rma_item_id}>
            <EarlierRepair repair={repair} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EarlierRepair({ repair }: { repair: Repair }) {
  const { t } = useTranslation(['rma', 'repair', 'values']);
  const format = useStaffFormat();
  const cause = repair.quality_investigate;
  const words = [
    format.date(repair.receive_item_date),
    repair.store_name,
    cause === null ? '' : t(`values:cause.${cause}`, cause),
    repair.outcome === null ? '' : t(`values:outcome.${repair.outcome}`),
  ];
  return (
    <Link
      className="other"
      to={`/readRma?id=${repair.rma_id}&item=${repair.rma_item_id}`}
      data-item={repair.rma_item_id}
    >
      <span className="earlier">
        <bdi className="strong num">{repair.number}</bdi>
        <span className="small muted">{words.filter(Boolean).join(' · ')}</span>
      </span>
      <StageCell status={repair.rma_status_id} bar={false} />
    </Link>
  );
}
