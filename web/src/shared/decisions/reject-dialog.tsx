import { Status } from '@atelier/domain/shared/status.ts';
import { namedReason, REASON_WORDS_LENGTH } from '@atelier/domain/contract/named-reason.ts';
import type { RowResult } from '@atelier/domain/repair/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '../../lib/notices/notify.ts';
import { ButtonLink } from '../item/button-link.tsx';
import { rejectReasonsQuery, useTextIn } from '../item/reasons.ts';
import { readRmaPath } from '../item/open-piece.ts';
import { useRefreshItem } from '../item/use-refresh-item.ts';

/** The store does not accept the repair: this item closes and a linked one begins, in one transaction (product/repair.md §6). */
export function RejectDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation(['rma', 'common']);
  const inWords = useTextIn();
  const refresh = useRefreshItem(item);
  const [chosen, setChosen] = useState('');
  const [words, setWords] = useState('');
  const [isTried, setTried] = useState(false);
  const reasons = useQuery(rejectReasonsQuery('store')).data?.data;
  const [born, setBorn] = useState<RowResult['linked']>();
  const reject = useCommand<string, RowResult[]>(
    (reason) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: { id: item.id, rma_status_id: Status.Closed, move: 'store_reject', reason },
    }),
    {
      onSuccess: ({ data }) => {
        notify({ tone: 'good', title: t('rma:rejectDialog.done', { number: item.number }) });
        refresh();
        const linked = data[0]?.linked;
        if (linked === undefined) onClose();
        else setBorn(linked);
      },
    },
  );
  const reason = namedReason(chosen, words.trim());
  const submit = () => {
    setTried(true);
    if (reason !== '') reject.mutate(reason);
  };
  if (born !== undefined) return <BornDialog rmaId={item.rma_id} born={born} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rma:rejectDialog.title', { number: item.number })}
      size={460}
      testId="reject-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="danger" busy={reject.isPending} onClick={submit} testId="reject-accept">
            {t('rma:rejectDialog.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('rma:rejectDialog.body')}</p>
        <Select
          label={t('rma:rejectDialog.why')}
          placeholder=""
          // The English name goes into the record, so that a shop elsewhere reads the same reason.
          options={(reasons ?? []).map((one) => ({ value: one.Name, label: inWords(one.names) }))}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          error={isTried && reason === '' ? t('rma:rejectDialog.reasonRequired') : undefined}
          testId="reject-reason"
        />
        <TextArea
          label={t('rma:rejectDialog.words')}
          value={words}
          maxLength={REASON_WORDS_LENGTH}
          onChange={(event) => setWords(event.target.value)}
          testId="reject-words"
        />
      </div>
    </Dialog>
  );
}

interface BornDialogProps {
  rmaId: number;
  born: NonNullable<RowResult['linked']>;
  onClose: () => void;
}

/** The repair that began: whoever rejected goes on with it. */
function BornDialog({ rmaId, born, onClose }: BornDialogProps) {
  const { t } = useTranslation(['rma', 'common']);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rma:rejectDialog.bornTitle')}
      size={440}
      testId="born-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:close')}</Button>
          <ButtonLink to={readRmaPath({ rmaId, itemId: born.id })} isMain testId="open-born">
            <bdi>{t('rma:rejectDialog.openBorn', { number: born.number })}</bdi>
          </ButtonLink>
        </>
      }
    >
      <p>{t('rma:rejectDialog.born', { number: born.number })}</p>
    </Dialog>
  );
}
