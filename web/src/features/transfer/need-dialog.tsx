import { namedReason, REASON_WORDS_LENGTH } from '@atelier/domain/contract/named-reason.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { FormArea, FormSelect } from '../../shared/form/form-field.tsx';
import type { useBasketCommands } from './use-basket.ts';
import type { FactoryChoice } from './use-factory.ts';

export interface NeedDialogProps {
  ids: readonly number[];
  choice: FactoryChoice;
  need: ReturnType<typeof useBasketCommands>['need'];
  onDone: () => void;
  onClose: () => void;
}

/** Which factory has to do these pieces, and why: the packer reads both. */
export function NeedDialog({ ids, choice, need, onDone, onClose }: NeedDialogProps) {
  const { t } = useTranslation('transfer');
  const form = useForm({ defaultValues: { factory: String(choice.chosen ?? ''), reason: '' } });
  const { factory, reason } = form.watch();
  const name = choice.options.find(({ value }) => String(value) === factory)?.label;
  const done = () => {
    onDone();
    onClose();
  };
  return (
    <FormDialog
      form={form}
      title={t('need.title', { count: ids.length })}
      testId="need"
      accept={t('need.save')}
      busy={need.isPending}
      disabled={reason.trim() === '' || name === undefined}
      onSubmit={(given) =>
        name !== undefined &&
        need.mutate({ ids, reason: namedReason(name, given.reason) }, { onSuccess: done })
      }
      onClose={onClose}
    >
      <FormSelect
        form={form}
        name="factory"
        label={t('need.factory')}
        required={t('factory.choose')}
        placeholder={t('factory.choose')}
        options={choice.options}
        testId="need-factory"
      />
      <FormArea
        form={form}
        name="reason"
        label={t('need.reason')}
        required={t('common:reasonRequired')}
        maxLength={REASON_WORDS_LENGTH}
        testId="need-reason"
      />
    </FormDialog>
  );
}
