import { COMMENT_TYPE } from '@atelier/domain/repair/contract.ts';
import { BENCH_PERMISSIONS } from '@atelier/domain/shared/bench-permissions.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { CommentView } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { remarkWords } from '@atelier/domain/remark-length.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Clock, SendHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import type { ApiResponse } from '../../lib/api/client.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { FormArea } from '../../shared/form/form-field.tsx';
import { AddresseeField } from './decisions/addressee-field.tsx';
import type { PendingRemark } from './remark-outbox.ts';
import { useReading } from '../../shared/item/reading.ts';
import { addRemark, useRemarkOutbox, type RemarkOutbox } from './use-remark-outbox.ts';
import { useRules } from '../../shared/rules/rules.ts';
import { QueryView } from '../../shared/paged-table/query-view.tsx';

/** Who may write a remark, for the store and for the factory. */
const WRITERS: Readonly<Record<'shop' | 'operation', readonly PermissionName[]>> = {
  shop: ['view (shop) get all rma', 'view request new rma page', 'cancel or edit rma'],
  operation: BENCH_PERMISSIONS,
};

const { store: STORE, factory: FACTORY } = COMMENT_TYPE;

/** Remarks of the store and of the factory, and a box for the reader's own side. */
export function RemarksPart({
  item,
  comments,
}: {
  item: ItemView;
  comments: UseQueryResult<ApiResponse<CommentView[]>>;
}) {
  const { t } = useTranslation('rma');
  const { user, allPermission } = useSession().view;
  const isShop = user.user_type === 'shop';
  const mayRemark = WRITERS[isShop ? 'shop' : 'operation'].some((name) => allPermission.includes(name));
  const isReading = useReading() !== null;
  const own = isShop ? STORE : FACTORY;
  const [kind, setKind] = useState(own);
  const { outbox, pending } = useRemarkOutbox(item.id);
  const shown = (comments.data?.data ?? []).filter((comment) => comment.comment_type === kind);
  const waiting = kind === own ? pending : [];
  const count = (type: number) =>
    comments.data?.data.filter((comment) => comment.comment_type === type).length ?? 0;
  const label = (type: number) => `${t(type === STORE ? 'remarks.store' : 'remarks.factory')} ${count(type)}`;
  return (
    <section className="part" data-testid="remarks-part" aria-busy={comments.isFetching || undefined}>
      <div className="row wrap">
        <h3>{t('section.remarks')}</h3>
        <span className="push">
          <SegmentedControl
            label={t('section.remarks')}
            value={kind}
            onChange={setKind}
            options={[
              { value: STORE, label: label(STORE) },
              { value: FACTORY, label: label(FACTORY) },
            ]}
            testId="remark-kind"
          />
        </span>
      </div>
      <QueryView
        query={comments}
        skeleton={{ rows: 2, height: 40 }}
        failed={t('detail.partFailed')}
        isEmpty={() => shown.length + waiting.length === 0}
        empty={<p className="muted">{t(kind === STORE ? 'remarks.emptyStore' : 'remarks.emptyFactory')}</p>}
      />
      <ul className="remarks stack gap-8">
        {shown.map((comment) => (
          <RemarkLine
            key={comment.id}
            text={comment.comment}
            email={comment.email}
            author={comment.author}
            at={comment.created_at}
          />
        ))}
        {waiting.map((remark) => (
          <PendingLine key={remark.key} remark={remark} outbox={outbox} />
        ))}
      </ul>
      {kind === own && !isReading && mayRemark && (
        <RemarkBox itemId={item.id} isShop={isShop} outbox={outbox} />
      )}
    </section>
  );
}

interface RemarkLineProps {
  text: string;
  author: string;
  at: string;
  /** The colleague it is for; '' = everybody. */
  email: string;
}

function RemarkLine({ text, author, at, email }: RemarkLineProps) {
  const { t } = useTranslation(['rma', 'decisions']);
  const format = useStaffFormat();
  return (
    <li className="remark" data-testid="remark">
      <p dir="auto">{text}</p>
      <span className="small muted">
        <bdi>{t('rma:remarks.by', { author, date: format.dateTime(at) })}</bdi>
        {email !== '' && (
          <>
            {' · '}
            <bdi data-testid="remark-for">{t('decisions:addressee.to', { name: email })}</bdi>
          </>
        )}
      </span>
    </li>
  );
}

function PendingLine({ remark, outbox }: { remark: PendingRemark; outbox: RemarkOutbox }) {
  const { t } = useTranslation(['rma', 'refusals']);
  const why = remark.refusal === null ? null : t(`refusals:${remark.refusal}`, remark.refusal);
  return (
    <li className="remark pending" data-testid="remark-pending">
      <p dir="auto">{remark.comment}</p>
      <span className="row wrap small muted">
        <Clock size={14} aria-hidden />
        {why === null ? t('rma:remarks.pending') : t('rma:remarks.refused', { why })}
        {why === null && (
          <Button variant="quiet" onClick={() => outbox.nudge()}>
            {t('rma:remarks.sendNow')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => outbox.drop(remark.key)}>
          {t('rma:remarks.drop')}
        </Button>
      </span>
    </li>
  );
}

function RemarkBox({ itemId, isShop, outbox }: { itemId: number; isShop: boolean; outbox: RemarkOutbox }) {
  const { t } = useTranslation(['rma', 'decisions']);
  const { number } = useStaffFormat();
  const form = useForm({ mode: 'onChange', defaultValues: { text: '', email: '' } });
  const { text, email } = form.watch();
  const limit = useRules().remarkWords;
  const words = remarkWords(text);
  const isLong = words > limit;
  const send = () => {
    if (text.trim() === '' || isLong) return;
    addRemark(outbox, {
      itemId,
      audience: isShop ? 'shop' : 'operation',
      comment: text.trim(),
      email,
    });
    // Said at once: what cannot be sent yet is kept and sent again, its line says so (product/repair.md §16).
    notify({ tone: 'good', title: t(isShop ? 'decisions:remark.store' : 'decisions:remark.factory') });
    form.reset();
  };
  return (
    <div className="remark-box stack gap-8 items-start">
      <FormArea
        form={form}
        name="text"
        label={t('remarks.write')}
        hideLabel
        placeholder={t('remarks.write')}
        rows={2}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
        check={(typed) => (remarkWords(typed) > limit ? t('remarks.tooLong', { limit }) : undefined)}
        aside={text !== '' && t('remarks.words', { count: words, limit: number(limit) })}
        testId="remark-text"
      />
      {!isShop && text !== '' && <AddresseeField itemId={itemId} form={form} name="email" />}
      <Button
        icon={<SendHorizontal size={16} aria-hidden className="flips" />}
        onClick={send}
        disabled={text.trim() === '' || isLong}
        testId="remark-send"
      >
        {t('remarks.send')}
      </Button>
    </div>
  );
}
