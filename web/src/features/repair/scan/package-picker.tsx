import { isSameCode } from '@atelier/domain/contract/codes.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { PackageOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Meter } from '@atelier/ui/feedback/meter.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { Packages } from '../../../shared/queries/packages.ts';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';

export interface PackagePickerProps {
  /** Order types that arrive at this stage. */
  arriving: readonly number[];
  packages: Packages;
  onPick: (tracking: string) => void;
}

const isOnItsWay = ({ state }: ShipmentView): boolean =>
  state === 'Sent' || state === 'PartlyReceived' || state === 'Discrepancy';

/** Packages on their way that are opened at this stage. */
export const arrivingOf = (packages: readonly ShipmentView[] | undefined, orderTypes: readonly number[]) =>
  (packages ?? []).filter((row) => isOnItsWay(row) && orderTypes.includes(row.order_type));

/** The package on its way here whose label was scanned, as its tracking number is written; null when it is another code. */
export const packageOfLabel = (
  code: string,
  packages: readonly ShipmentView[] | undefined,
  orderTypes: readonly number[],
): string | null =>
  arrivingOf(packages, orderTypes).find((row) => isSameCode(row.tracking_no, code))?.tracking_no ?? null;

/** Which package lies on the table: scanned, or chosen here. */
export function PackagePicker({ arriving, packages: { query, rows: all }, onPick }: PackagePickerProps) {
  const { t } = useTranslation('repair');
  const rows = arrivingOf(all, arriving);
  return (
    <Panel title={t('packages.title')} className="package-picker" testId="package-picker">
      <QueryView
        query={query}
        skeleton={{ rows: 4, height: 44, gap: 14 }}
        padded
        failed={t('packages.loadFailed')}
        isEmpty={() => rows.length === 0}
        empty={<EmptyState title={t('packages.empty')} icon={<PackageOpen aria-hidden />} />}
      />
      {rows.map((row) => (
        <PackageRow key={row.id} row={row} onPick={() => onPick(row.tracking_no)} />
      ))}
    </Panel>
  );
}

function PackageRow({ row, onPick }: { row: ShipmentView; onPick: () => void }) {
  const { t } = useTranslation('repair');
  const format = useStaffFormat();
  const counts = { count: row.item_count, received: format.number(row.received_count) };
  return (
    <div className="lined package-row grid middle gap-14 pad-10" data-testid={`package-${row.tracking_no}`}>
      <span className="package-name stack gap-0 breaks">
        <bdi className="strong num">{row.tracking_no}</bdi>
        <span className="small muted">
          <bdi>{row.from.name}</bdi>
          {row.sent_at !== null && <> · {t('packages.sent', { date: format.date(row.sent_at) })}</>}
        </span>
      </span>
      <span className="stack gap-5 small">
        {t('packages.items', counts)}
        <Meter value={row.received_count} limit={row.item_count} label={t('packages.items', counts)} />
      </span>
      <Button onClick={onPick} size="large" testId={`open-${row.tracking_no}`}>
        {t('packages.open')}
      </Button>
    </div>
  );
}
