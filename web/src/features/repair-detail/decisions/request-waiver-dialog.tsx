import { remarkWords } from '@atelier/domain/remark-length.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';
import { FormArea } from '../../../shared/form/form-field.tsx';
import { useRules } from '../../../shared/rules/rules.ts';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';

const REJECTED = 10;

/** Asks to waive the fee, with the store's remark; after a rejection once more (product/repair.md §13). */
export function RequestWaiverDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation(['decisions', 'rma']);
  const { number } = useStaffFormat();
  const refresh = useRefreshItem(item);
  const form = useForm({ defaultValues: { remark: '' }, mode: 'onChange' });
  const limit = useRules().remarkWords;
  const remark = form.watch('remark');
  const words = remarkWords(remark);
  return (
    <CommandDialog
      form={form}
      title={t('decisions:request.title', { number: item.number })}
      size={480}
      testId="request-waiver"
      accept={t('decisions:request.yes')}
      call={(given) => ({ path: '/rma/waiver/request', body: { rma_item_id: item.id, ...given } })}
      done={t('decisions:request.done')}
      onDone={refresh}
      onClose={onClose}
    >
      <p>{t('decisions:request.body')}</p>
      {item.waived_fee === REJECTED && <p className="strong">{t('decisions:request.last')}</p>}
      <FormArea
        form={form}
        name="remark"
        label={t('decisions:request.remark')}
        required={t('decisions:request.remarkRequired')}
        check={(typed) => (remarkWords(typed) > limit ? t('rma:remarks.tooLong', { limit }) : undefined)}
        rows={4}
        aside={remark !== '' && t('rma:remarks.words', { count: words, limit: number(limit) })}
        testId="request-waiver-remark"
      />
    </CommandDialog>
  );
}
