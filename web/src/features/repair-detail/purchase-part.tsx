import type { PurchaseRecord } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { BookCheck, BookX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApiResponse } from '../../lib/api/client.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { PartState } from './part-state.tsx';

/** Whether a till knows the purchase: asked of the books at every opening, never taken from what was typed. */
export function PurchasePart({ purchase }: { purchase: UseQueryResult<ApiResponse<PurchaseRecord>> }) {
  const { t } = useTranslation('search');
  const record = purchase.data?.data;
  return (
    <section className="part" data-testid="purchase-part" data-known={record?.status}>
      <h3>{t('detail.purchase')}</h3>
      <PartState part={purchase} rows={1} />
      {record !== undefined && <Found record={record} />}
    </section>
  );
}

/** What the look-up says of a purchase that is in the books. */
const KNOWN = 1;

function Found({ record }: { record: PurchaseRecord }) {
  const { t } = useTranslation('search');
  const format = useStaffFormat();
  const isKnown = record.status === KNOWN;
  const Icon = isKnown ? BookCheck : BookX;
  const number = record.because === 'order' ? record.order_number : record.invoice_no;
  const date = record.purchase_date === null ? '' : format.date(record.purchase_date);
  return (
    <>
      <p className="row">
        <Icon size={18} aria-hidden className={isKnown ? 'tone-good' : 'tone-warn'} />
        {t(isKnown ? 'detail.purchaseYes' : 'detail.purchaseNo')}
      </p>
      {isKnown && number !== '' && (
        <p className="small muted num">
          <bdi>{number}</bdi>
          {date !== '' && ` · ${date}`}
        </p>
      )}
    </>
  );
}
