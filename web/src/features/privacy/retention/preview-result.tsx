import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { ListRow } from '../../../shared/paged-table/paged-table.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import type { RetainedView, RetentionCounts, RetentionPreview } from './queries.ts';

const REASONS = ['legal_hold', 'repair_open', 'term', 'requested'] as const;

/** Figures of all sites and of each, then the first customers by their repairs' numbers. */
export function PreviewResult({ preview }: { preview: RetentionPreview }) {
  const { t } = useTranslation('privacy');
  const { country } = useStaffFormat();
  const { total } = preview;
  const kept = REASONS.reduce((sum, because) => sum + total[because], 0);
  return (
    <div aria-live="polite" data-testid="retention-result" data-due={total.due}>
      <div className="panel-body stack">
        <Counts counts={total} />
        {preview.needs_approval && <Banner tone="info" title={t('retention.preview.approval')} />}
        {total.due === 0 && <p className="muted">{t('retention.preview.nobody')}</p>}
      </div>
      <ul className="list">
        {preview.sites.map((site) => (
          <ListRow key={site.site_id} className="retention-site" testId={`retention-site-${site.site_id}`}>
            <div className="words">
              <bdi className="strong">{site.name}</bdi>
              <span className="small muted">{country(site.country)}</span>
            </div>
            <Counts counts={site} />
          </ListRow>
        ))}
      </ul>
      <Customers title={t('retention.preview.dueTitle')} customers={preview.due} total={total.due} />
      <Customers title={t('retention.preview.keptTitle')} customers={preview.kept} total={kept} />
    </div>
  );
}

function Counts({ counts }: { counts: RetentionCounts }) {
  const { t } = useTranslation('privacy');
  const { number } = useStaffFormat();
  const held = REASONS.filter((because) => counts[because] > 0);
  return (
    <dl className="privacy-covered flex wrap small">
      <div className="flex gap-6">
        <dt className="muted">{t('retention.preview.due')}</dt>
        <dd className="bold num">{number(counts.due)}</dd>
      </div>
      {held.map((because) => (
        <div className="flex gap-6" key={because}>
          <dt className="muted">{t(`retention.because.${because}`)}</dt>
          <dd className="bold num">{number(counts[because])}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CustomersProps {
  title: string;
  customers: readonly RetainedView[];
  total: number;
}

function Customers({ title, customers, total }: CustomersProps) {
  const { t } = useTranslation('privacy');
  const { number } = useStaffFormat();
  if (customers.length === 0) return null;
  return (
    <details className="retention-customers" open={customers.length <= 5}>
      <summary className="panel-body">
        <span className="strong">{title}</span>{' '}
        {total > customers.length && (
          <span className="small muted">
            {t('retention.preview.first', { shown: number(customers.length), total: number(total) })}
          </span>
        )}
      </summary>
      <ul className="list">
        {customers.map((customer) => (
          <CustomerRow key={customer.customer_ref} customer={customer} />
        ))}
      </ul>
    </details>
  );
}

function CustomerRow({ customer }: { customer: RetainedView }) {
  const { t } = useTranslation('privacy');
  const { date } = useStaffFormat();
  const { because } = customer;
  return (
    <ListRow className="retention-site" testId={`retained-${customer.customer_ref}`}>
      <div className="words">
        <bdi className="num">{customer.deposits.join(', ')}</bdi>
        <bdi className="small muted">{customer.site_name}</bdi>
      </div>
      <div className="words small">
        <span>{t('retention.preview.ended', { date: date(customer.ended_on) })}</span>
        <span className="muted">{t('retention.preview.through', { date: date(customer.kept_through) })}</span>
        {because !== null && <Tag>{t(`retention.because.${because}`)}</Tag>}
      </div>
    </ListRow>
  );
}
