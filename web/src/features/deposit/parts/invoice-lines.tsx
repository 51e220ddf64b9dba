import type { InvoiceLineView, VerifiedInvoiceView } from '@atelier/contracts/reference/schema.ts';
import { useTranslation } from 'react-i18next';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';

interface InvoiceLinesProps {
  invoice: VerifiedInvoiceView;
  onPick: (line: InvoiceLineView) => void;
}

/** An invoice's pieces, to choose the one that was brought. */
export function InvoiceLines({ invoice, onPick }: InvoiceLinesProps) {
  const { t } = useTranslation(['rma', 'deposit']);
  const format = useStaffFormat();
  return (
    <div className="invoice-lines stack gap-6 rounded" data-testid="invoice-lines">
      <p className="small muted">
        {t('deposit:invoice.ok', { date: format.date(invoice.purchase_date) })} · {t('deposit:invoice.pick')}
      </p>
      {!invoice.client_delivery_allowed && <Banner tone="info">{t('deposit:invoice.noDelivery')}</Banner>}
      {invoice.lines.map((line) => (
        <button
          key={line.line_no}
          type="button"
          className="invoice-line row gap-12 rounded on-surface text-start"
          onClick={() => onPick(line)}
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
