import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import type { PaperSubject } from '../../../shared/documents/paper-order.ts';
import { PrintButton } from '../../../shared/documents/print-button.tsx';
import { useReading } from '../../../shared/item/reading.ts';
import type { PaymentRecord } from './correct-dialog.tsx';

const CorrectDialog = lazyPart(() => import('./correct-dialog.tsx'), 'CorrectDialog');

interface PaymentsListProps {
  item: ItemView;
  records: readonly PaymentRecord[];
  /** Of the client: their receipts are in it. */
  language: string;
}

/** Each payment and refund as it counts now; the permission to take payments also corrects them. */
export function PaymentsList({ item, records, language }: PaymentsListProps) {
  const { t } = useTranslation('rma');
  const { user, allPermission } = useSession().view;
  const reading = useReading();
  const [chosen, choose] = useState<PaymentRecord | null>(null);
  if (records.length === 0) return null;
  const mayCorrect = reading === null && user.user_type === 'shop' && allPermission.includes('take payment');
  const mayPrint = allPermission.includes('take payment') || allPermission.includes('shop handover');
  return (
    <>
      <ul className="payments" aria-label={t('payments.title')} data-testid="payments">
        {records.map((record) => (
          <PaymentLine
            key={record.payment}
            record={record}
            receipt={
              mayPrint ? { kind: 'payment', itemId: item.id, payment: record.payment, language } : null
            }
            onCorrect={mayCorrect ? choose : null}
          />
        ))}
      </ul>
      {chosen !== null && (
        <Suspense>
          <CorrectDialog item={item} record={chosen} onClose={() => choose(null)} />
        </Suspense>
      )}
    </>
  );
}

interface PaymentLineProps {
  record: PaymentRecord;
  receipt: PaperSubject | null;
  onCorrect: ((record: PaymentRecord) => void) | null;
}

function PaymentLine({ record, receipt, onCorrect }: PaymentLineProps) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const { payment, kind, amount, currency, means, reference, at } = record;
  const facts = [t(`payDialog.mean.${means}`, means), reference, format.dateTime(at)];
  return (
    <li data-testid={`payment-${payment}`} data-kind={kind}>
      <span>
        <span className="strong">
          {t(`payments.${kind}`)} <bdi className="num">{format.money(amount, currency)}</bdi>
        </span>
        {record.is_corrected && <Tag>{t('payments.corrected')}</Tag>}
        <span className="small muted">
          <bdi>{facts.filter((fact) => fact !== '').join(' · ')}</bdi>
        </span>
      </span>
      {receipt !== null && kind === 'payment' && <PrintButton look="icon" subject={receipt} />}
      {onCorrect !== null && (
        <Button
          variant="quiet"
          onClick={() => onCorrect(record)}
          label={t('payments.correctOne', { number: payment })}
          testId={`correct-${payment}`}
        >
          {t('payments.correct')}
        </Button>
      )}
    </li>
  );
}
