import { remarkWords } from '@atelier/domain/remark-length.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextArea } from '../../../../ui/text-field.tsx';
import { useCommand } from '../../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { useDone } from './use-done.ts';
import { useRules } from '../../../../shared/rules/rules.ts';

const REJECTED = 10;

/** Asks to waive the fee, with the store's remark; after a rejection once more (product/repair.md §13). */
export function RequestWaiverDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation(['decisions', 'rma', 'common']);
  const { number } = useStaffFormat();
  const done = useDone(item, onClose);
  const [remark, setRemark] = useState('');
  const [isTried, setTried] = useState(false);
  const limit = useRules().remarkWords;
  const words = remarkWords(remark);
  const ask = useCommand<{ remark: string }>(
    (given) => ({ path: '/rma/waiver/request', body: { rma_item_id: item.id, ...given } }),
    { onSuccess: () => done(t('decisions:request.done')) },
  );
  const flaw = () => {
    if (words > limit) return t('rma:remarks.tooLong', { limit });
    return isTried && words === 0 ? t('decisions:request.remarkRequired') : undefined;
  };
  const submit = () => {
    setTried(true);
    if (words > 0 && words <= limit) ask.mutate({ remark: remark.trim() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('decisions:request.title', { number: item.number })}
      size={480}
      testId="request-waiver-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" busy={ask.isPending} onClick={submit} testId="request-waiver-accept">
            {t('decisions:request.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('decisions:request.body')}</p>
        {item.waived_fee === REJECTED && <p className="strong">{t('decisions:request.last')}</p>}
        <TextArea
          label={t('decisions:request.remark')}
          required
          value={remark}
          rows={4}
          onChange={(event) => setRemark(event.target.value)}
          error={flaw()}
          aside={remark !== '' && t('rma:remarks.words', { count: words, limit: number(limit) })}
          testId="request-waiver-remark"
        />
      </div>
    </Dialog>
  );
}
