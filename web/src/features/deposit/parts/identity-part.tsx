import { capitalCode } from '@atelier/domain/contract/codes.ts';
import { DEPOSIT_LENGTH } from '@atelier/domain/deposit/contract.ts';
import { isSku } from '@atelier/domain/shared/product.ts';
import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { productQuery } from '../queries.ts';
import type { FormRules } from '../form-issues.ts';
import type { PieceValues, RmaValues } from '../form-values.ts';
import { useTyped } from '../use-typed.ts';
import { FormDate, FormText } from './form-field.tsx';
import { InvoiceCheck } from './invoice-check.tsx';
import { LazyWarrantyNote } from './lazy-sometimes.tsx';

interface IdentityPartProps {
  index: number;
  rules: () => FormRules;
  /** What a checked sale says already stands as a line, with a way to change it. */
  brief: boolean;
}

/** Which piece it is and when it was bought, with its warranty. */
export function IdentityPart({ index, rules, brief }: IdentityPartProps) {
  const { control, formState } = useFormContext<RmaValues>();
  const piece = useWatch({ control, name: `items.${index}` });
  const [isChanging, setChanging] = useState(false);
  const hasErrors = IDENTITY.some((field) => get(formState.errors, `items.${index}.${field}`) !== undefined);
  const isLine = brief && isSold(piece) && !isChanging && !hasErrors;
  return (
    <>
      {isLine ? (
        <SoldLine piece={piece} onChange={() => setChanging(true)} />
      ) : (
        <IdentityFields index={index} rules={rules} />
      )}
      <div className="identity-warranty">
        <Suspense fallback={<Skeleton height={24} />}>
          <LazyWarrantyNote index={index} rules={rules} />
        </Suspense>
      </div>
    </>
  );
}

const IDENTITY = ['invoice_number', 'product_sku', 'product_size', 'serial_number', 'purchase_date'] as const;

/** A sale says it: its invoice was found and names this piece. */
const isSold = ({ invoice_number, invoice_checked, product_sku, purchase_date }: PieceValues): boolean =>
  invoice_checked !== '' &&
  invoice_checked === capitalCode(invoice_number) &&
  product_sku !== '' &&
  purchase_date !== '';

function SoldLine({ piece, onChange }: { piece: PieceValues; onChange: () => void }) {
  const { t } = useTranslation('steps');
  const format = useStaffFormat();
  const facts = [piece.product_sku, piece.product_size, piece.serial_number, piece.invoice_number];
  return (
    <p className="row wrap small">
      <bdi className="muted num">{facts.filter(Boolean).join(' · ')}</bdi>
      <span className="muted num">{format.date(piece.purchase_date)}</span>
      <Button
        variant="quiet"
        icon={<PenLine size={15} aria-hidden />}
        onClick={onChange}
        testId="identity-change"
      >
        {t('change')}
      </Button>
    </p>
  );
}

function IdentityFields({ index, rules }: Omit<IdentityPartProps, 'brief'>) {
  const { t } = useTranslation('deposit');
  const { control } = useFormContext<RmaValues>();
  const name = useWatch({ control, name: `items.${index}.product_name` });
  const isUnknownSku = useProductOf(index);
  return (
    <div className="form-grid grid at-start">
      <InvoiceCheck index={index} />
      <FormText
        name={`items.${index}.product_sku`}
        required
        dir="ltr"
        maxLength={DEPOSIT_LENGTH.sku}
        hint={isUnknownSku ? t('sku.unknown') : <bdi>{name}</bdi>}
      />
      <FormText name={`items.${index}.product_size`} maxLength={DEPOSIT_LENGTH.size} />
      <FormText name={`items.${index}.serial_number`} dir="ltr" maxLength={DEPOSIT_LENGTH.serialNumber} />
      <FormDate name={`items.${index}.purchase_date`} required max={rules().today} />
    </div>
  );
}

/** Looks the SKU up once its typist pauses: name, kind and whether it is gold. Returns whether it is unknown. */
function useProductOf(index: number): boolean {
  const { control, setValue, getValues } = useFormContext<RmaValues>();
  const sku = useTyped(capitalCode(useWatch({ control, name: `items.${index}.product_sku` })));
  const isWhole = isSku(sku);
  const { data, isError } = useQuery({ ...productQuery(sku), enabled: isWhole });
  const product = data?.data;
  useEffect(() => {
    if (product === undefined || product.sku !== capitalCode(getValues(`items.${index}.product_sku`))) return;
    setValue(`items.${index}.product_name`, product.name);
    setValue(`items.${index}.product_kind`, product.kind);
    setValue(`items.${index}.is_gold`, product.is_gold);
  }, [product, index, setValue, getValues]);
  return isWhole && isError;
}
