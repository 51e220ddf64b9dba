import { Plus } from 'lucide-react';
import { useState } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useRules } from '../../../shared/rules/rules.ts';
import type { FormRules } from '../form-issues.ts';
import type { PieceValues, RmaValues } from '../form-values.ts';
import { OrderStep } from './order-step.tsx';
import { usePieces } from '../use-pieces.ts';
import { PieceCard } from './piece-card.tsx';
import { usePieceIssues } from './use-issues.ts';

/** Nothing was asked of it yet. */
const isUnasked = ({ total_weight: weight, reasons, images }: PieceValues): boolean =>
  weight.trim() === '' || reasons.length === 0 || images.length === 0;

/** Each piece with what is still to be asked of it, one of them open at a time. */
export function PiecesStep({ rules }: { rules: () => FormRules }) {
  const { t } = useTranslation('deposit');
  const form = useFormContext<RmaValues>();
  const pieces = usePieces(form);
  const issues = usePieceIssues(rules);
  // Chosen once: a piece does not fold under the hands of who completes it.
  const [open, choose] = useState(() => form.getValues('items').findIndex(isUnasked));
  const { maxItemsPerRma } = useRules();
  const count = useWatch({ control: form.control, name: 'items' }).length;
  return (
    <div className="stack">
      {pieces.fields.map((field, index) => (
        <PieceCard
          key={field.id}
          index={index}
          rules={rules}
          issues={issues?.[index] ?? null}
          isOpen={index === open || get(form.formState.errors, `items.${index}`) !== undefined}
          onToggle={() => choose(index === open ? -1 : index)}
          onWork={() => choose(index)}
          onRemove={count > 1 ? () => pieces.removeAt(index, choose) : null}
        />
      ))}
      <Button
        icon={<Plus size={16} aria-hidden />}
        disabled={pieces.fields.length >= maxItemsPerRma}
        onClick={() => pieces.add(choose)}
        testId="add-piece"
      >
        {t('addPiece')}
      </Button>
      <OrderStep />
    </div>
  );
}
