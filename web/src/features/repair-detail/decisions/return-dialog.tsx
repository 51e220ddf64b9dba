import { Status } from '@atelier/domain/shared/status.ts';
import { namedReason } from '@atelier/domain/contract/named-reason.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NamedReason, type NamedReasonValues } from '../../../shared/decisions/named-reason.tsx';
import { FormDialog } from '../../../shared/form/form-dialog.tsx';
import { FormRadio } from '../../../shared/form/form-field.tsx';
import { useMove } from '../../../shared/item/use-move.ts';

const AS = ['unrepaired', 'counterfeit'] as const;

interface ReturnDialogProps {
  item: Pick<ItemView, 'id' | 'number'>;
  onClose: () => void;
}

interface Return extends NamedReasonValues {
  outcome: (typeof AS)[number];
}

/** Operation rejects the repair: home unrepaired, with a reason of its list (product/repair.md §6). */
export function ReturnDialog({ item, onClose }: ReturnDialogProps) {
  const { t } = useTranslation('decisions');
  const form = useForm<Return>({ defaultValues: { outcome: 'unrepaired', chosen: '', words: '' } });
  const move = useMove(onClose);
  const { id: itemId, number } = item;
  return (
    <FormDialog
      form={form}
      title={t('return.title', { number })}
      size={480}
      testId="unrepaired"
      accept={t('return.yes')}
      busy={move.isPending}
      onSubmit={({ outcome, chosen, words }) =>
        move.mutate({
          itemId,
          number,
          target: Status.RepairDone,
          move: 'return_unrepaired',
          outcome,
          reason: namedReason(chosen, words),
        })
      }
      onClose={onClose}
    >
      <p>{t('return.body')}</p>
      <FormRadio
        form={form}
        name="outcome"
        look="cards"
        label={t('return.as')}
        options={AS.map((value) => ({ value, label: t(`return.${value}`), testId: `return-${value}` }))}
      />
      {form.watch('outcome') === 'counterfeit' && <p className="small muted">{t('return.quiet')}</p>}
      <NamedReason
        form={form}
        of="operation"
        label={t('terms:field.reason')}
        wordsLabel={t('return.words')}
        required={t('common:reasonRequired')}
        testId="return"
      />
    </FormDialog>
  );
}
