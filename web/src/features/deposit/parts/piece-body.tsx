import { DEPOSIT_LIMITS } from '@atelier/domain/deposit/contract.ts';
import { Suspense, useState, type ReactNode } from 'react';
import { Controller, get, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useRules } from '../../../shared/rules/rules.ts';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { hasLoan } from '../loan-of.ts';
import { asksSurvey } from '../survey.ts';
import { FeePart } from './fee-part.tsx';
import { FormText } from './form-field.tsx';
import { FormImages } from './form-images.tsx';
import { IdentityPart } from './identity-part.tsx';
import {
  LazyDuplicateNotice,
  LazyFakeReport,
  LazyGoldPart,
  LazyRenewPart,
  LazySurvey,
} from './lazy-sometimes.tsx';
import { ReasonsField } from './reasons-field.tsx';
import { WarrantyPart } from './warranty-part.tsx';

/** There is nothing to mark before a picture is taken. */
const ConditionPart = lazyPart(() => import('./condition-part.tsx'), 'ConditionPart');

/** Few clients are lent a piece. */
const LoanPart = lazyPart(() => import('./loan-part.tsx'), 'LoanPart');

interface PieceBodyProps {
  index: number;
  rules: () => FormRules;
  /** At the counter: what a sale says is a line, and what few pieces need is folded. */
  brief: boolean;
}

/** What is asked of a piece: which one it is, its weight, what is wrong with it, its pictures, and what it costs. */
export function PieceBody({ index, rules, brief }: PieceBodyProps) {
  const { control } = useFormContext<RmaValues>();
  const isGold = useWatch({ control, name: `items.${index}.is_gold` });
  const hasPictures = useWatch({ control, name: `items.${index}.images` }).length > 0;
  const { demandImages } = useRules();
  const more = (
    <>
      <WarrantyPart index={index} />
      <FakePart index={index} />
    </>
  );
  return (
    <div className="stack">
      <IdentityPart index={index} rules={rules} brief={brief} />
      <Suspense fallback={null}>
        <LazyDuplicateNotice index={index} />
      </Suspense>
      <div className="piece-columns grid at-start">
        <div className="stack">
          <div className="form-grid grid at-start">
            <FormText name={`items.${index}.total_weight`} required inputMode="decimal" maxLength={12} />
            <FormText name={`items.${index}.carat_weight`} inputMode="decimal" maxLength={12} />
          </div>
          <FormImages name={`items.${index}.images`} max={DEPOSIT_LIMITS.images} required={demandImages} />
          {hasPictures && (
            <Suspense fallback={null}>
              <ConditionPart index={index} />
            </Suspense>
          )}
          {isGold && (
            <Suspense fallback={<Skeleton height={260} />}>
              <LazyGoldPart index={index} />
            </Suspense>
          )}
        </div>
        <div className="stack">
          <ReasonsField index={index} currency={rules().currency} />
          <FeePart index={index} rules={rules} />
        </div>
      </div>
      <SurveyPart index={index} rules={rules} />
      <Suspense fallback={<Skeleton height={24} />}>
        <LazyRenewPart index={index} />
      </Suspense>
      {brief ? <More index={index}>{more}</More> : more}
      {brief && <LoanFold index={index} rules={rules} />}
    </div>
  );
}

const OF_MORE = ['extended_warranty_proof', 'override_reason', 'fake_image', 'fake_remark'] as const;

/** What few pieces need; open where something in it was refused. */
function More({ index, children }: { index: number; children: ReactNode }) {
  const { t } = useTranslation('steps');
  const { formState } = useFormContext<RmaValues>();
  const hasErrors = OF_MORE.some((field) => get(formState.errors, `items.${index}.${field}`) !== undefined);
  return (
    <details className="piece-more" open={hasErrors || undefined}>
      <summary data-testid={`items.${index}.more`}>{t('piece.more')}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}

const OF_LOAN = ['loan_description', 'loan_due', 'loan_value', 'loan_code', 'loan_condition'] as const;

/** Few clients are lent a piece: the line opens where it is asked for, or was refused. */
function LoanFold({ index, rules }: Pick<PieceBodyProps, 'index' | 'rules'>) {
  const { t } = useTranslation('terms');
  const { formState, getValues } = useFormContext<RmaValues>();
  const [isOpen, setOpen] = useState(() => hasLoan(getValues(`items.${index}`)));
  const hasErrors = OF_LOAN.some((field) => get(formState.errors, `items.${index}.${field}`) !== undefined);
  const isShown = isOpen || hasErrors;
  return (
    <details className="piece-more" open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-testid={`items.${index}.loan-open`}>{t('field.loan')}</summary>
      {isShown && (
        <Suspense fallback={<Skeleton height={220} />}>
          <LoanPart index={index} rules={rules} />
        </Suspense>
      )}
    </details>
  );
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
