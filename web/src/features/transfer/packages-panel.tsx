import { classNames } from '@atelier/ui/class-names.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { Packages } from '../../shared/queries/packages.ts';
import { QueryView } from '../../shared/paged-table/query-view.tsx';
import { LOADING } from './factory-panel.tsx';

export interface PackagesPanelProps {
  packages: Packages;
  siteId: number;
}

/** Packages between factories that leave or come: where to, how far, how many pieces of them have arrived. */
export function PackagesPanel({ packages: { query, rows }, siteId }: PackagesPanelProps) {
  const { t } = useTranslation('transfer');
  const { number } = useStaffFormat();
  return (
    <Panel
      title={t('packages.title')}
      aside={number(query.data?.total ?? rows.length)}
      testId="transfer-packages"
    >
      <QueryView
        query={query}
        skeleton={LOADING}
        padded
        failed={t('packages.failed')}
        isEmpty={() => rows.length === 0}
        empty={<p className="panel-body muted">{t('packages.empty')}</p>}
      />
      {/* Scrolls by the keyboard too: nothing in it takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="transfer-packages" tabIndex={0} aria-label={t('packages.title')}>
        {rows.map((row) => (
          <PackageRow key={row.id} row={row} isInbound={row.to?.id === siteId} />
        ))}
      </ul>
    </Panel>
  );
}

function PackageRow({ row, isInbound }: { row: ShipmentView; isInbound: boolean }) {
  const { t } = useTranslation(['transfer', 'values']);
  const format = useStaffFormat();
  const isFresh = useWash(row.version);
  const [Arrow, other] = isInbound ? [ArrowLeft, row.from] : [ArrowRight, row.to];
  const counts = { received: format.number(row.received_count), all: format.number(row.item_count) };
  return (
    <li
      className={classNames('lined transfer-package grid middle pad-10', isFresh && 'washed')}
      data-testid={`package-${row.tracking_no}`}
      data-state={row.state}
    >
      <bdi className="strong num">{row.tracking_no}</bdi>
      <Tag>{t(`values:shipment.${row.state}`)}</Tag>
      <span className="row small muted">
        <Arrow size={14} aria-hidden className="flips" />
        <span className="sr-only">{t(isInbound ? 'packages.from' : 'packages.to')}</span>
        <bdi>{other?.name ?? ''}</bdi>
      </span>
      <span className="small muted num">{t('packages.counts', counts)}</span>
      <span className="small muted">{format.dateTime(row.sent_at ?? row.created_at)}</span>
    </li>
  );
}
