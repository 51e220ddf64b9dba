import { namedReason, REASON_WORDS_LENGTH } from '@atelier/domain/contract/named-reason.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import type { useBasketCommands } from './use-basket.ts';
import type { FactoryChoice } from './use-factory.ts';

export interface NeedDialogProps {
  ids: readonly number[];
  choice: FactoryChoice;
  need: ReturnType<typeof useBasketCommands>['need'];
  onDone: () => void;
  onClose: () => void;
}

/** Which factory has to do these pieces, and why: whoever packs reads both. */
export function NeedDialog({ ids, choice, need, onDone, onClose }: NeedDialogProps) {
  const { t } = useTranslation(['transfer', 'common']);
  const [factory, setFactory] = useState(choice.chosen);
  const [reason, setReason] = useState('');
  const name = choice.options.find(({ value }) => value === factory)?.label;
  const save = () =>
    name !== undefined &&
    need.mutate(
      { ids, reason: namedReason(name, reason.trim()) },
      {
        onSuccess: () => {
          onDone();
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('transfer:need.title', { count: ids.length })}
      size={460}
      testId="need-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            busy={need.isPending}
            disabled={reason.trim() === '' || name === undefined}
            onClick={save}
            testId="need-save"
          >
            {t('transfer:need.save')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Select
          label={t('transfer:need.factory')}
          required
          placeholder={t('transfer:factory.choose')}
          options={choice.options}
          value={factory ?? ''}
          onChange={(event) => setFactory(event.target.value === '' ? null : Number(event.target.value))}
          testId="need-factory"
        />
        <TextArea
          label={t('transfer:need.reason')}
          required
          value={reason}
          maxLength={REASON_WORDS_LENGTH}
          onChange={(event) => setReason(event.target.value)}
          testId="need-reason"
        />
      </div>
    </Dialog>
  );
}
