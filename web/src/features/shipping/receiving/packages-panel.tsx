import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { CircleCheck, PackageOpen } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { Meter } from '@atelier/ui/feedback/meter.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { type DrawnQuery, QueryView } from '../../../shared/paged-table/query-view.tsx';
import type { Packages } from '../../../shared/queries/packages.ts';
import type { useDiscrepancies } from '../../../shared/queries/discrepancies.ts';
import { DiscrepancyMarks, StateTag } from './state-tag.tsx';

type Tab = 'arriving' | 'discrepancy' | 'arrived';

export interface PackagesPanelProps {
  inbound: Packages;
  discrepancies: ReturnType<typeof useDiscrepancies>;
  onPick: (tracking: string) => void;
}

const ARRIVING = new Set<ShipmentView['state']>(['Sent', 'PartlyReceived', 'Discrepancy']);
const ARRIVED = new Set<ShipmentView['state']>(['Received', 'Closed']);

/** Packages on their way here, those of either end that do not agree, and those that arrived lately. */
export function PackagesPanel({ inbound, discrepancies, onPick }: PackagesPanelProps) {
  const { t } = useTranslation('receiving');
  const { number } = useStaffFormat();
  const [tab, setTab] = useState<Tab>('arriving');
  const lists: Record<Tab, readonly ShipmentView[]> = {
    arriving: inbound.rows.filter(({ state }) => ARRIVING.has(state)),
    discrepancy: discrepancies.rows,
    arrived: inbound.rows.filter(({ state }) => ARRIVED.has(state)),
  };
  const options = (['arriving', 'discrepancy', 'arrived'] as const).map((value) => ({
    value,
    label:
      value === 'discrepancy' && lists[value].length > 0
        ? t('tab.counted', { name: t('tab.discrepancy'), amount: number(lists[value].length) })
        : t(`tab.${value}`),
  }));
  return (
    <Panel title={t('packages')} className="package-picker" testId="package-picker">
      <div className="package-tabs pad-12 line-below">
        <SegmentedControl
          label={t('packages')}
          value={tab}
          options={options}
          onChange={setTab}
          testId="package-tabs"
        />
      </div>
      <Rows
        tab={tab}
        rows={lists[tab]}
        query={tab === 'discrepancy' ? discrepancies.query : inbound.query}
        onPick={onPick}
      />
    </Panel>
  );
}

interface RowsProps {
  tab: Tab;
  rows: readonly ShipmentView[];
  query: DrawnQuery<unknown>;
  onPick: (tracking: string) => void;
}

function Rows({ tab, rows, query, onPick }: RowsProps) {
  const { t } = useTranslation('receiving');
  const Icon = tab === 'discrepancy' ? CircleCheck : PackageOpen;
  return (
    <QueryView
      query={query}
      skeleton={{ rows: 4, height: 44, gap: 14 }}
      padded
      failed={t('failed')}
      isEmpty={() => rows.length === 0}
      empty={<EmptyState title={t(`empty.${tab}`)} icon={<Icon aria-hidden />} />}
    >
      {() => rows.map((row) => <PackageRow key={row.id} row={row} onPick={onPick} />)}
    </QueryView>
  );
}

interface PackageRowProps {
  row: ShipmentView;
  onPick: (tracking: string) => void;
}

const PackageRow = memo(function PackageRow({ row, onPick }: PackageRowProps) {
  const { t } = useTranslation('receiving');
  const format = useStaffFormat();
  const { site } = useSession().view;
  const isOurs = site !== null && row.from.id === site.id;
  const counts = { count: row.item_count, received: format.number(row.received_count) };
  return (
    <div
      className="lined package-row grid middle gap-14 pad-10"
      data-testid={`package-${row.tracking_no}`}
      data-state={row.state}
    >
      <span className="package-name stack gap-0 breaks">
        <bdi className="strong num">{row.tracking_no}</bdi>
        <span className="small muted">
          {isOurs
            ? t('toSite', { name: row.to?.name ?? t('client') })
            : t('fromSite', { name: row.from.name })}
          {row.sent_at !== null && <> · {t('sentOn', { date: format.date(row.sent_at) })}</>}
        </span>
        <span className="row wrap package-marks">
          <StateTag state={row.state} />
          <DiscrepancyMarks row={row} />
        </span>
      </span>
      <span className="stack gap-5 small">
        {t('items', counts)}
        <Meter value={row.received_count} limit={row.item_count} label={t('items', counts)} />
      </span>
      <Button onClick={() => onPick(row.tracking_no)} size="large" testId={`open-${row.tracking_no}`}>
        {t('open')}
      </Button>
    </div>
  );
});
