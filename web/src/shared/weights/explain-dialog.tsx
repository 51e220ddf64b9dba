import { EXPLANATIONS, MEASUREMENT_LIMITS } from '@atelier/domain/repair/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CommandDialog } from '../form/command-dialog.tsx';
import { FormArea, FormRadio } from '../form/form-field.tsx';
import { useRefreshItem } from '../item/use-refresh-item.ts';

interface ExplainDialogProps {
  piece: { readonly id: number; readonly rma_id: number; readonly number: string };
  weighing: number;
  explanation: Explanation | null;
  onClose: () => void;
}
type Explanation = (typeof EXPLANATIONS)[number];
interface Said {
  explanation: Explanation;
  note: string;
}

/** Why the weights between two weighings differ; said again, it replaces what was said. */
export function ExplainDialog({ piece, weighing, explanation, onClose }: ExplainDialogProps) {
  const { t } = useTranslation('gold');
  const client = useQueryClient();
  const form = useForm<Said>({ defaultValues: { explanation: explanation ?? 'looked_at', note: '' } });
  const refresh = useRefreshItem(piece);
  return (
    <CommandDialog<Said, '/rma/weight/explain'>
      form={form}
      title={t('explain.title', { number: piece.number })}
      size={480}
      testId="explain"
      accept={t('explain.save')}
      call={({ note, ...said }) => ({
        path: '/rma/weight/explain',
        body: { rma_item_id: piece.id, weighing, ...said, ...(note.trim() !== '' && { note }) },
      })}
      done={t('explain.done', { number: piece.number })}
      onDone={() => {
        refresh();
        void client.invalidateQueries({ queryKey: ['insight', 'gold'] });
      }}
      onClose={onClose}
    >
      {(at) => (
        <>
          <FormRadio
            {...at('explanation')}
            label={t('explain.why')}
            options={EXPLANATIONS.map((value) => ({
              value,
              label: t(`explanation.${value}`),
              testId: `explain-${value}`,
            }))}
          />
          <FormArea
            {...at('note')}
            label={t('explain.note')}
            rows={2}
            maxLength={MEASUREMENT_LIMITS.note}
            check={(note) =>
              form.getValues('explanation') === 'other' && note.trim() === ''
                ? t('explain.noteNeeded')
                : undefined
            }
          />
        </>
      )}
    </CommandDialog>
  );
}
