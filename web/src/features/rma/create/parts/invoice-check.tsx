import type { InvoiceLineView, VerifiedInvoiceView } from '@atelier/domain/reference/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { PieceImage } from '../../../../components/ui/piece-image.tsx';
import { Banner } from '../../../../components/ui/states.tsx';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { invoiceQuery } from '../form-queries.ts';
import type { PieceValues, RmaValues } from '../form-values.ts';
import { FormText } from './form-field.tsx';

type Found =
  | { readonly kind: 'ok'; readonly invoice: VerifiedInvoiceView }
  | { readonly kind: 'no'; readonly code: string };

/** The specification's four sentences; whatever else went wrong is "error checking the invoice". */
const KNOWN = new Set(['invoice_check_again', 'invoice_not_found', 'invoice_without_shipping_fee']);

function refusalOf(error: unknown): string {
  const code = error instanceof ApiError ? (error.errors[0]?.code ?? error.code) : '';
  return KNOWN.has(code) ? code : 'invoice_failed';
}

/** The invoice's number, its check, and its pieces to choose from: choosing one fills in what the invoice knows. */
export function InvoiceCheck({ index }: { index: number }) {
  const { t } = useTranslation('rma');
  const client = useQueryClient();
  const { getValues, clearErrors } = useFormContext<RmaValues>();
  const [found, setFound] = useState<Found | null>(null);
  const [isBusy, setBusy] = useState(false);
  const check = async () => {
    const invoiceNo = getValues(`items.${index}.invoice_number`).trim().toUpperCase();
    if (invoiceNo === '') return;
    setBusy(true);
    try {
      const { data } = await client.fetchQuery(invoiceQuery(invoiceNo));
      setFound({ kind: 'ok', invoice: data });
      clearErrors(`items.${index}.invoice_number`);
    } catch (error) {
      setFound({ kind: 'no', code: refusalOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="invoice span-all">
      <div className="invoice-number">
        <FormText
          name={`items.${index}.invoice_number`}
          required
          autoComplete="off"
          maxLength={60}
          dir="ltr"
        />
        <Button
          icon={<ReceiptText size={16} aria-hidden />}
          busy={isBusy}
          onClick={() => void check()}
          testId={`items.${index}.invoice-check`}
        >
          {t('create.invoice.check')}
        </Button>
      </div>
      {found?.kind === 'no' && (
        <Banner tone="warn" testId="invoice-refusal">
          {t(`create.error.${found.code}`)}
        </Banner>
      )}
      {found?.kind === 'ok' && (
        <InvoiceLines invoice={found.invoice} index={index} onPicked={() => setFound(null)} />
      )}
    </div>
  );
}

function pieceOf(line: InvoiceLineView, invoice: VerifiedInvoiceView): Partial<PieceValues> {
  return {
    product_sku: line.sku,
    product_name: line.product_name,
    product_kind: line.kind,
    product_size: line.size,
    is_gold: line.is_gold,
    serial_number: line.serial,
    sequence_number: line.cert_no ?? '',
    sequence_checked: false,
    purchase_date: invoice.purchase_date,
  };
}

const orderOf = (invoice: VerifiedInvoiceView): Partial<RmaValues> => ({
  platform_type: invoice.type,
  fulfilled_date: invoice.fulfilled_date ?? invoice.purchase_date,
  original_order_id: String(invoice.order_id),
  original_order_number: invoice.order_number,
});

interface InvoiceLinesProps {
  invoice: VerifiedInvoiceView;
  index: number;
  onPicked: () => void;
}

function InvoiceLines({ invoice, index, onPicked }: InvoiceLinesProps) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const { getValues, reset, trigger } = useFormContext<RmaValues>();
  const pick = (line: InvoiceLineView) => {
    const values = getValues();
    const items = values.items.map((piece, at) =>
      at === index ? { ...piece, ...pieceOf(line, invoice) } : piece,
    );
    reset({ ...values, ...orderOf(invoice), items }, { keepDefaultValues: true, keepErrors: true });
    void trigger(['platform_type', 'fulfilled_date', 'original_order_id', 'original_order_number']);
    onPicked();
  };
  return (
    <div className="invoice-lines" data-testid="invoice-lines">
      <p className="small muted">
        {t('create.invoice.ok', { date: format.date(invoice.purchase_date) })} · {t('create.invoice.pick')}
      </p>
      {!invoice.client_delivery_allowed && <Banner tone="info">{t('create.invoice.noDelivery')}</Banner>}
      {invoice.lines.map((line) => (
        <button
          key={line.line_no}
          type="button"
          className="invoice-line"
          onClick={() => pick(line)}
          data-testid={`invoice-line-${line.line_no}`}
        >
          <PieceImage kind={line.kind} src={line.image} size={34} />
          <span className="clip">
            <bdi className="strong">{line.product_name}</bdi>{' '}
            <bdi className="small muted">
              {[line.sku, line.size, line.serial].filter(Boolean).join(' · ')}
            </bdi>
          </span>
          <bdi className="num push">{format.money(line.amount, invoice.currency)}</bdi>
        </button>
      ))}
    </div>
  );
}
