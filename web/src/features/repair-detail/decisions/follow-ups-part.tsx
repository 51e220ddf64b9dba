import { useLiveQuery } from '../../../shared/queries/live-query.ts';
import { FOLLOW_UP_RESULTS, type FollowUpResult } from '@atelier/domain/shared/item-facts.ts';
import type { FollowUpView } from '@atelier/contracts/repair/decisions-schema.ts';
import { remarkWords } from '@atelier/domain/remark-length.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Mail, MessageCircle, Phone, PhoneMissed } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { useReading } from '../../../shared/item/reading.ts';
import { FormSelect, FormText } from '../../../shared/form/form-field.tsx';
import { historyQuery } from '../../../shared/queries/item.ts';
import { followUpsQuery } from '../queries.ts';
import { ByLine } from '../../../shared/decisions/by-line.tsx';
import { useRules } from '../../../shared/rules/rules.ts';
import '../../../shared/decisions/decisions.css';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';

const WAITING = 15;

/** The pickup follow-ups; loaded while the piece waits for its owner, and only then (product/repair.md §16). */
export function FollowUpsPart({ item }: { item: ItemView }) {
  const isShop = useSession().view.user.user_type === 'shop';
  const isReading = useReading() !== null;
  if (item.rma_status_id !== WAITING) return null;
  return <FollowUps item={item} mayLog={isShop && !isReading} />;
}

function FollowUps({ item, mayLog }: { item: ItemView; mayLog: boolean }) {
  const itemId = item.id;
  const { t } = useTranslation(['decisions', 'rma']);
  const list = useLiveQuery(followUpsQuery(itemId), [`item:${itemId}`]);
  const lines = list.data?.data ?? [];
  return (
    <section className="part" data-testid="follow-ups-part" aria-busy={list.isFetching || undefined}>
      <h3>{t('decisions:followUps.title')}</h3>
      <CallNote call={item.to_call} />
      <QueryView
        query={list}
        skeleton={{ rows: 2, height: 34 }}
        failed={t('rma:detail.partFailed')}
        isEmpty={() => lines.length === 0}
        empty={<p className="muted">{t('decisions:followUps.empty')}</p>}
      />
      {mayLog && <LogForm itemId={itemId} />}
      <ol className="ledger stack gap-0">
        {lines.map((line) => (
          <FollowUpLine key={line.index} line={line} />
        ))}
      </ol>
    </section>
  );
}

/** Says that the customer is to be called, until a call is recorded. */
function CallNote({ call }: { call: ItemView['to_call'] }) {
  const { t } = useTranslation('decisions');
  const { number } = useStaffFormat();
  if (call === null) return null;
  return (
    <Banner tone={call.escalated ? 'error' : 'warn'} testId="to-call">
      {t(call.escalated ? 'followUps.escalated' : 'followUps.toCall', { number: number(call.number) })}
    </Banner>
  );
}

const GLYPHS: Record<string, typeof Phone> = {
  'Phone contacted': Phone,
  'Phone no answer': PhoneMissed,
  'Email reminder sent': Mail,
};

function FollowUpLine({ line }: { line: FollowUpView }) {
  const { t } = useTranslation('decisions');
  const Glyph = GLYPHS[line.result] ?? MessageCircle;
  return (
    <li className="follow-up" data-testid="follow-up">
      <span className="row">
        <Glyph size={16} aria-hidden />
        <span className="strong">{t(`followUps.results.${line.result}`, line.result)}</span>
      </span>
      <ByLine name={line.author} at={line.created_at} />
      {line.note !== '' && (
        <span className="wide small" dir="auto">
          {line.note}
        </span>
      )}
    </li>
  );
}

interface FollowUp {
  result: FollowUpResult;
  note: string;
}

function LogForm({ itemId }: { itemId: number }) {
  const { t } = useTranslation(['decisions', 'rma']);
  const form = useForm<FollowUp>({
    mode: 'onChange',
    defaultValues: { result: FOLLOW_UP_RESULTS[0], note: '' },
  });
  const limit = useRules().remarkWords;
  const isLong = (note: string) => remarkWords(note) > limit;
  const log = useCommand(
    (given: FollowUp) => ({ path: '/add_after_sales', body: { rma_item_id: itemId, ...given } }),
    {
      invalidates: [followUpsQuery(itemId).queryKey, historyQuery(itemId).queryKey],
      done: t('decisions:followUps.done'),
      onSuccess: () => form.setValue('note', ''),
    },
  );
  const submit = form.handleSubmit(({ result, note }) => log.mutate({ result, note: note.trim() }));
  return (
    <div className="follow-form columns at-start">
      <FormSelect
        form={form}
        name="result"
        label={t('decisions:followUps.result')}
        options={FOLLOW_UP_RESULTS.map((value) => ({
          value,
          label: t(`decisions:followUps.results.${value}`),
        }))}
        testId="follow-up-result"
      />
      <FormText
        form={form}
        name="note"
        label={t('decisions:followUps.note')}
        check={(note) => (isLong(note) ? t('rma:remarks.tooLong', { limit }) : undefined)}
        testId="follow-up-note"
      />
      <Button
        busy={log.isPending}
        disabled={isLong(form.watch('note'))}
        onClick={() => void submit()}
        testId="follow-up-log"
      >
        {t('decisions:followUps.log')}
      </Button>
    </div>
  );
}
