import { capitalCode } from '@atelier/domain/contract/codes.ts';
import { DEPOSIT_LENGTH } from '@atelier/domain/deposit/contract.ts';
import { INVOICE_REFUSALS } from '@atelier/domain/reference/contract.ts';
import type { InvoiceLineView, VerifiedInvoiceView } from '@atelier/contracts/reference/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { invoiceQuery } from '../queries.ts';
import type { RmaValues } from '../form-values.ts';
import { withLineAt } from '../prefill.ts';
import { afterDrawing, useFill } from '../use-fill.ts';
import { FormText } from './form-field.tsx';
import { LazyInvoiceLines } from './lazy-sometimes.tsx';

type Found =
  | { readonly kind: 'ok'; readonly invoice: VerifiedInvoiceView }
  | { readonly kind: 'no'; readonly code: string; readonly invoiceNo: string };

/** The four sentences of product/reference.md §3; whatever else went wrong is "error checking the invoice". */
const KNOWN: ReadonlySet<string> = new Set(INVOICE_REFUSALS);

function refusalOf(error: unknown): string {
  const code = error instanceof ApiError ? (error.errors[0]?.code ?? error.code) : '';
  return KNOWN.has(code) ? code : 'invoice_failed';
}

/** A refusal speaks of the number that was asked, not of the one being typed now. */
function refusalFor(found: Found | null, number: string): string | null {
  return found?.kind === 'no' && found.invoiceNo === number ? found.code : null;
}

/** The invoice's number, its check, and its pieces to choose from: choosing one fills in what the invoice knows. */
export function InvoiceCheck({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const client = useQueryClient();
  const { control, getValues, setValue, setFocus } = useFormContext<RmaValues>();
  const fill = useFill();
  const [typed, checked] = useWatch({
    control,
    name: [`items.${index}.invoice_number`, `items.${index}.invoice_checked`],
  });
  const [found, setFound] = useState<Found | null>(null);
  const [isBusy, setBusy] = useState(false);
  const pick = (line: InvoiceLineView, invoice: VerifiedInvoiceView) => {
    fill(withLineAt(getValues(), index, line, invoice));
    setFound(null);
    afterDrawing(() => setFocus(`items.${index}.total_weight`));
  };
  const check = async () => {
    const invoiceNo = capitalCode(getValues(`items.${index}.invoice_number`));
    if (invoiceNo === '') return;
    setBusy(true);
    try {
      const { data } = await client.fetchQuery(invoiceQuery(invoiceNo));
      setValue(`items.${index}.invoice_checked`, invoiceNo);
      const [only, another] = data.lines;
      // With a single line there is nothing to choose.
      if (only !== undefined && another === undefined) pick(only, data);
      else setFound({ kind: 'ok', invoice: data });
    } catch (error) {
      setFound({ kind: 'no', code: refusalOf(error), invoiceNo });
    } finally {
      setBusy(false);
    }
  };
  const number = capitalCode(typed);
  const isChanged = checked !== '' && number !== '' && number !== checked;
  const refusal = refusalFor(found, number) ?? (isChanged ? 'invoice_check_again' : null);
  return (
    <div className="invoice span-all">
      <div className="with-button flex at-start gap-10">
        <FormText
          name={`items.${index}.invoice_number`}
          required
          maxLength={DEPOSIT_LENGTH.invoiceNumber}
          dir="ltr"
          onKeyDown={({ key }) => key === 'Enter' && void check()}
        />
        <Button
          icon={<FileCheck2 size={16} aria-hidden />}
          busy={isBusy}
          onClick={() => void check()}
          testId={`items.${index}.invoice-check`}
        >
          {t('deposit:invoice.check')}
        </Button>
      </div>
      {refusal !== null && (
        <Banner tone="warn" testId="invoice-refusal">
          {t(`deposit:error.${refusal}`)}
        </Banner>
      )}
      {found?.kind === 'ok' && !isChanged && (
        <Suspense fallback={null}>
          <LazyInvoiceLines invoice={found.invoice} onPick={(line) => pick(line, found.invoice)} />
        </Suspense>
      )}
    </div>
  );
}
