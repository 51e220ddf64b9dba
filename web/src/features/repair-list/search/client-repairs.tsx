import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import type { ApiResponse } from '../../../lib/api/client.ts';
import { useNewestItem } from '../../../live/rows.ts';
import { scopeTopics } from '../../../live/scope-topics.ts';
import { useTopics } from '../../../live/use-live.ts';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { AgeCell, PieceCell, StageCell } from '../../../shared/item/piece-cells.tsx';
import { phaseOf } from '../../../shared/item/stage.ts';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';

/** What the customer has brought to this shop: where each piece stands now, one press from its page. */
export function ClientRepairs({ repairs }: { repairs: UseQueryResult<ApiResponse<ItemView[]>> }) {
  const { t } = useTranslation('search');
  const { number } = useStaffFormat();
  useTopics(scopeTopics(useSession().view.site));
  const rows = repairs.data?.data ?? [];
  const total = repairs.data?.total ?? rows.length;
  return (
    <Panel title={t('client.repairs')} aside={repairs.isSuccess && number(total)} testId="client-repairs">
      <QueryView
        query={repairs}
        skeleton={{ rows: 3, height: 40 }}
        padded
        failed={t('client.repairsFailed')}
        isEmpty={() => rows.length === 0}
        empty={<p className="panel-body muted">{t('client.noRepairs')}</p>}
      />
      {rows.map((row) => (
        <RepairLine key={row.id} row={row} />
      ))}
    </Panel>
  );
}

function RepairLine({ row }: { row: ItemView }) {
  const format = useStaffFormat();
  const item = useNewestItem(row);
  return (
    <Link className="found of-client" to={`/readRma?id=${item.rma_id}&item=${item.id}`} data-item={item.id}>
      <PieceCell item={item} />
      <span className="muted num">{format.date(item.receive_item_date)}</span>
      <StageCell status={item.rma_status_id} bar={false} />
      {phaseOf(item.rma_status_id) !== 'done' && <AgeCell item={item} />}
    </Link>
  );
}
