import type { RowResult } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { FormCheckbox } from '../form/form-field.tsx';
import { usePlaceWords } from '../storage/use-place-words.ts';
import { whyKept } from './handover-rules.ts';

interface OtherPiecesProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  others: readonly ItemView[];
  nameOf: (item: ItemView) => Path<Values>;
}

/** The deposit's other pieces that wait at the counter: one signature serves those that are ticked. */
export function HandoverPieces<Values extends FieldValues>({
  form,
  others,
  nameOf,
}: OtherPiecesProps<Values>) {
  const { t } = useTranslation(['rma', 'refusals']);
  const placeWords = usePlaceWords();
  if (others.length === 0) return null;
  return (
    <Stack gap={8}>
      <p className="strong">{t('rma:handover.also')}</p>
      {others.map((item) => {
        const why = whyKept(item);
        if (why !== null)
          return (
            <p key={item.id} className="small muted" data-testid={`handover-kept-${item.id}`}>
              {t('rma:handover.notYet', { number: item.number, why: t(`refusals:${why}`) })}
            </p>
          );
        return (
          <FormCheckbox
            key={item.id}
            form={form}
            name={nameOf(item)}
            label={[item.number, item.product_name, ...(item.storage ? placeWords(item.storage) : [])].join(
              ' · ',
            )}
            testId={`handover-also-${item.id}`}
          />
        );
      })}
    </Stack>
  );
}

interface RefusedPiecesProps {
  refused: readonly RowResult[];
  items: readonly ItemView[];
}

/** Which pieces stay, and why; the others are handed over. */
export function RefusedPieces({ refused, items }: RefusedPiecesProps) {
  const { t } = useTranslation(['rma', 'refusals', 'repair']);
  if (refused.length === 0) return null;
  const numberOf = (id: number) => items.find((item) => item.id === id)?.number ?? String(id);
  return (
    <Banner tone="error" title={t('rma:handover.refused')} testId="handover-refused">
      <ul>
        {refused.map(({ id, code }) => (
          <li key={id}>
            <bdi>{t('repair:line.problem', { number: numberOf(id), why: t(`refusals:${code}`, code) })}</bdi>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
