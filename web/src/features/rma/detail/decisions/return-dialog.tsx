import { Status } from '@atelier/domain/shared/status.ts';
import { namedReason, REASON_WORDS_LENGTH } from '@atelier/domain/contract/named-reason.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { RadioGroup } from '../../../../ui/choice.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextArea } from '../../../../ui/text-field.tsx';
import { rejectReasonsQuery, useTextIn } from '../../../../shared/item/reasons.ts';
import { useMove } from '../../../../shared/item/use-move.ts';

const AS = ['unrepaired', 'counterfeit'] as const;

interface ReturnDialogProps {
  item: Pick<ItemView, 'id' | 'number'>;
  onClose: () => void;
}

/** Operation rejects the repair: home unrepaired, with a reason of its list (product/repair.md §6). */
export function ReturnDialog({ item, onClose }: ReturnDialogProps) {
  const { t } = useTranslation(['decisions', 'common']);
  const inWords = useTextIn();
  const [outcome, setOutcome] = useState<(typeof AS)[number]>('unrepaired');
  const [chosen, setChosen] = useState('');
  const [words, setWords] = useState('');
  const [isTried, setTried] = useState(false);
  const reasons = useQuery(rejectReasonsQuery('operation')).data?.data;
  const move = useMove(onClose);
  const reason = namedReason(chosen, words.trim());
  const submit = () => {
    setTried(true);
    if (reason === '') return;
    const { id: itemId, number } = item;
    move.mutate({ itemId, number, target: Status.RepairDone, move: 'return_unrepaired', outcome, reason });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('decisions:return.title', { number: item.number })}
      size={480}
      testId="unrepaired-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" busy={move.isPending} onClick={submit} testId="unrepaired-accept">
            {t('decisions:return.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('decisions:return.body')}</p>
        <RadioGroup
          look="cards"
          label={t('decisions:return.as')}
          value={outcome}
          options={AS.map((value) => ({
            value,
            label: t(`decisions:return.${value}`),
            testId: `return-${value}`,
          }))}
          onChange={setOutcome}
        />
        {outcome === 'counterfeit' && <p className="small muted">{t('decisions:return.quiet')}</p>}
        <Select
          label={t('terms:field.reason')}
          placeholder=""
          // The English name goes into the record, so that a shop elsewhere reads the same reason.
          options={(reasons ?? []).map((one) => ({ value: one.Name, label: inWords(one.names) }))}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          error={isTried && reason === '' ? t('decisions:reason.required') : undefined}
          testId="return-reason"
        />
        <TextArea
          label={t('decisions:return.words')}
          value={words}
          maxLength={REASON_WORDS_LENGTH}
          onChange={(event) => setWords(event.target.value)}
          testId="return-words"
        />
      </div>
    </Dialog>
  );
}
