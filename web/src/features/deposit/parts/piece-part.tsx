import { capitalCode } from '@atelier/domain/contract/codes.ts';
import { DEPOSIT_LENGTH, DEPOSIT_LIMITS } from '@atelier/domain/deposit/contract.ts';
import { isSku } from '@atelier/domain/shared/product.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useFormContext, useWatch, Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useRules } from '../../../shared/rules/rules.ts';
import { productQuery } from '../queries.ts';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { useTyped } from '../use-typed.ts';
import { FeePart } from './fee-part.tsx';
import { FormText, FormDate } from './form-field.tsx';
import { FormImages } from './form-images.tsx';
import {
  LazyDuplicateNotice,
  LazyGoldPart,
  LazyRenewPart,
  LazyWarrantyNote,
  LazyFakeReport,
  LazySurvey,
} from './lazy-sometimes.tsx';
import { InvoiceCheck } from './invoice-check.tsx';
import { ReasonsField } from './reasons-field.tsx';
import { WarrantyPart } from './warranty-part.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { asksSurvey } from '../survey.ts';

export interface PiecePartProps {
  index: number;
  rules: () => FormRules;
  onRemove: (() => void) | null;
}

/** One jewel: what it is, when it was bought, what is wrong with it, what it costs. */
export function PiecePart({ index, rules, onRemove }: PiecePartProps) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const piece = useWatch({ control, name: `items.${index}` });
  const { demandImages } = useRules();
  return (
    <Panel
      title={
        <span className="row">
          <PieceImage kind={piece.product_kind} size={28} />
          {t('deposit:section.piece', { number: index + 1 })}
        </span>
      }
      aside={<bdi>{piece.product_name}</bdi>}
      action={
        onRemove !== null && (
          <IconButton
            icon={<Trash2 size={16} aria-hidden />}
            label={t('deposit:removePiece', { number: index + 1 })}
            onClick={onRemove}
            testId={`items.${index}.remove`}
          />
        )
      }
      padded
      testId={`piece-${index}`}
    >
      <div className="stack">
        <PieceFields index={index} rules={rules} />
        <Suspense fallback={null}>
          <LazyDuplicateNotice index={index} />
        </Suspense>
        <WarrantyPart index={index} />
        <SurveyPart index={index} rules={rules} />
        <ReasonsField index={index} currency={rules().currency} />
        <Suspense fallback={<Skeleton height={24} />}>
          <LazyRenewPart index={index} />
        </Suspense>
        <FeePart index={index} rules={rules} />
        <FormImages name={`items.${index}.images`} max={DEPOSIT_LIMITS.images} required={demandImages} />
        {piece.is_gold && (
          <Suspense fallback={<Skeleton height={260} />}>
            <LazyGoldPart index={index} />
          </Suspense>
        )}
        <FakePart index={index} />
      </div>
    </Panel>
  );
}

function PieceFields({ index, rules }: Pick<PiecePartProps, 'index' | 'rules'>) {
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
      <FormText name={`items.${index}.total_weight`} required inputMode="decimal" maxLength={12} />
      <FormText name={`items.${index}.carat_weight`} inputMode="decimal" maxLength={12} />
      <FormDate name={`items.${index}.purchase_date`} required max={rules().today} />
      <Suspense fallback={<Skeleton height={24} />}>
        <LazyWarrantyNote index={index} rules={rules} />
      </Suspense>
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

/** A suspected counterfeit: a picture of what gives it away, and why in words (product/deposit.md §2). */
function FakePart({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const isFake = useWatch({ control, name: `items.${index}.is_fake` });
  return (
    <>
      <Controller
        control={control}
        name={`items.${index}.is_fake`}
        render={({ field }) => (
          <Checkbox
            label={t('deposit:field.is_fake')}
            checked={field.value}
            onChange={field.onChange}
            testId={`items.${index}.is_fake`}
          />
        )}
      />
      {isFake && (
        <Suspense fallback={<Skeleton height={240} />}>
          <LazyFakeReport index={index} />
        </Suspense>
      )}
    </>
  );
}

/** Under six months: why a repair and not an exchange (product/deposit.md §4). Nothing at all for an older piece. */
function SurveyPart({ index, rules }: { index: number; rules: () => FormRules }) {
  const { control } = useFormContext<RmaValues>();
  const date = useWatch({ control, name: `items.${index}.purchase_date` });
  if (!asksSurvey(date, rules().today)) return null;
  return (
    <Suspense fallback={<Skeleton height={200} />}>
      <LazySurvey index={index} />
    </Suspense>
  );
}
