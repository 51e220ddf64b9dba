import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaymentRecord } from './money/correct-dialog.tsx';
import { MoneySums } from '../../shared/handover/money-sums.tsx';
import { PaymentsList } from './money/payments-list.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FeeLinkNote } from './decisions/fee-link-note.tsx';
import { reasonsQuery, useReasonName } from '../../shared/item/reasons.ts';
import { historyQuery } from '../../shared/queries/item.ts';
import { rejectionIn } from './decisions/fee-story.ts';

const REJECTED = 10;

/** Where a waiver stands: under review, or rejected and why. An approved one shows in the fee. */
function WaiverNote({ item }: { item: ItemView }) {
  const { t } = useTranslation(['decisions', 'rma']);
  const history = useQuery({ ...historyQuery(item.id), enabled: item.waived_fee === REJECTED }).data?.data;
  if (item.waived_fee === 0 || item.waived_fee === 11) return null;
  const reason = item.waived_fee === REJECTED ? rejectionIn(history ?? []) : '';
  return (
    <p className="small muted" data-testid="waiver-note">
      {reason === ''
        ? t(`rma:fee.waiver.${item.waived_fee}`)
        : t('decisions:fee.because.rejected', { reason })}
    </p>
  );
}

/** In or out of warranty, and why: the dates it was decided on at deposit (product/deposit.md §3). */
export function WarrantyPart({ item }: { item: ItemView }) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const Icon = item.is_under_warranty ? ShieldCheck : ShieldX;
  const dates =
    item.purchase_date !== null && item.warranty_until !== null
      ? { bought: format.date(item.purchase_date), until: format.date(item.warranty_until) }
      : null;
  const why = dates === null ? t('warranty.unknownWhy') : t(`warranty.${whyOf(item)}`, dates);
  return (
    <section className="part" data-testid="warranty-part" data-in={item.is_under_warranty}>
      <h3>{t('terms:field.warranty')}</h3>
      <p className="row strong">
        <Icon size={18} aria-hidden className={item.is_under_warranty ? 'tone-good' : 'tone-warn'} />
        {t(item.is_under_warranty ? 'terms:warranty.in' : 'terms:warranty.out')}
      </p>
      <p className="small muted">{why}</p>
      <p className="small muted">
        {t('terms:field.repairs')}:{' '}
        <span className="num">{format.number(item.repair_history.total_180)}</span>
      </p>
    </section>
  );
}

/** The dates give the reason unless a decision overrides them (product/deposit.md §3). */
export function whyOf(item: Pick<ItemView, 'is_under_warranty' | 'received_date' | 'warranty_until'>) {
  const isRuledIn = item.received_date < (item.warranty_until ?? '');
  if (isRuledIn !== item.is_under_warranty) return 'byHandWhy';
  return isRuledIn ? 'inWhy' : 'outWhy';
}

/** What the shop claimed and what the factory found. */
export function ReasonsPart({ item }: { item: ItemView }) {
  const { t } = useTranslation(['rma', 'repair', 'values']);
  const reasons = useQuery(reasonsQuery()).data?.data;
  const nameOf = useReasonName(reasons);
  const claimed = item.rma_item_to_reason.map((reason) => nameOf(reason.rma_item_reason_id, reason.Name));
  const found = item.FactoryReasons.map((id) => nameOf(id, String(id)));
  // What is stored: the row's other field already holds what the form begins with.
  const cause = item.rma_factory_sav_item.quality_investigate;
  return (
    <section className="part">
      <h3>{t('terms:field.reasons')}</h3>
      <p className="small muted">{t('rma:reasons.claimed')}</p>
      <p className="row wrap">
        {claimed.map((name) => (
          <Tag key={name}>{name}</Tag>
        ))}
      </p>
      <p className="small muted">{t('rma:reasons.found')}</p>
      <p className="row wrap">
        {cause !== '' ? (
          <>
            <Tag testId="found-cause">{t(`values:cause.${cause}`, cause)}</Tag>
            {found.map((name) => (
              <Tag key={name}>{name}</Tag>
            ))}
          </>
        ) : (
          <span className="faint">{t('rma:reasons.notYet')}</span>
        )}
      </p>
    </section>
  );
}

function noFeeWords({ fee_missing, fee_settled, waived_fee, repair_fee_ccy }: ItemView) {
  // A bench receives no amount, only whether one is still open.
  if (repair_fee_ccy === '' && !fee_missing) return fee_settled ? 'fee.settled' : 'fee.open';
  if (fee_missing) return 'fee.missing';
  return waived_fee === 11 ? 'fee.waiver.11' : 'fee.none';
}

const feeStateWords = ({ fee_settled, fee_asked }: ItemView) =>
  fee_settled ? 'fee.settled' : fee_asked === 'declined' ? 'fee.declined' : 'fee.open';

interface MoneyPartProps {
  /** Of the client. */
  language: string;
  item: ItemView;
  payments: readonly PaymentRecord[];
}

/** Fee, what was paid and is open or to be refunded, waiver, and each payment. */
export function MoneyPart({ item, payments, language }: MoneyPartProps) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const isFree = item.repair_fee === 0;
  return (
    <section className="part" data-testid="money-part">
      <h3>{t('terms:field.fee')}</h3>
      {isFree ? (
        <p className="strong" data-testid="fee-none">
          {t(noFeeWords(item))}
        </p>
      ) : (
        <p className="row wrap">
          <bdi className="fee num" data-testid="fee-amount">
            {format.money(item.repair_fee, item.repair_fee_ccy)}
          </bdi>
          <Tag testId="fee-state">{t(feeStateWords(item))}</Tag>
          {item.fee_settled && <Tag testId="fee-paid">{t(item.fee_paid ? 'fee.paid' : 'fee.unpaid')}</Tag>}
        </p>
      )}
      <MoneySums item={item} />
      <WaiverNote item={item} />
      <FeeLinkNote item={item} />
      <PaymentsList item={item} records={payments} language={language} />
    </section>
  );
}
