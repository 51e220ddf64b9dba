import type { InvoiceLineView, InvoiceView, OrderView } from '@atelier/contracts/reference/schema.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { currentRules } from '../../../shared/rules/rules.ts';
import { emptyPiece, type PieceValues, type RmaValues } from '../form-values.ts';
import { withFoundLine } from '../prefill.ts';
import { useFill } from '../use-fill.ts';

/** Whether this piece of the form is that line of an invoice. */
export const isLineOf = (piece: PieceValues, line: InvoiceLineView, invoice: InvoiceView): boolean =>
  piece.invoice_number === invoice.invoice_no &&
  piece.product_sku === line.sku &&
  piece.serial_number === line.serial;

/** Puts a sold piece into the form, or takes it out. Answers whether there was room. */
export function useTakeLine() {
  const { t } = useTranslation('deposit');
  const { getValues } = useFormContext<RmaValues>();
  const fill = useFill();
  const take = (line: InvoiceLineView, order: OrderView): boolean => {
    const values = withFoundLine(getValues(), line, order);
    const { maxItemsPerRma: most } = currentRules();
    if (values.items.length > most) {
      notify({ tone: 'warn', title: t('mostPieces', { count: most }) });
      return false;
    }
    fill(values);
    return true;
  };
  const leave = (line: InvoiceLineView, order: OrderView): void => {
    const rest = getValues('items').filter((piece) => !isLineOf(piece, line, order));
    fill({ items: rest.length === 0 ? [emptyPiece()] : rest });
  };
  return { take, leave };
}
