import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { COMMENT_TYPE } from '@atelier/domain/repair/contract.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { useLiveRefresh } from '../../../../live/use-live.ts';
import { MarkList } from '../../../../shared/marks/mark-list.tsx';
import { reasonsQuery, useReasonName, useTextIn } from '../../../../shared/item/reasons.ts';
import { PartsRecords } from './parts-records.tsx';
import { standingParts } from './parts-state.ts';
import { commentsQuery, earlierRepairsQuery, itemFileQuery } from '../../../../shared/queries/item.ts';
import { Shortcut } from '../../../../shared/keys/shortcut.tsx';

export function Section({
  label,
  children,
  testId,
}: {
  label: string;
  children: ReactNode;
  testId?: string;
}) {
  return (
    <section className="bench-sec" data-testid={testId}>
      <h3 className="small muted">{label}</h3>
      {children}
    </section>
  );
}

/** What was worn or damaged when it came, by the numbers on the picture. */
export function ConditionFacts({ itemId }: { itemId: number }) {
  const { t } = useTranslation('image');
  const marks = useQuery(itemFileQuery(itemId)).data?.data.marks ?? [];
  if (marks.length === 0) return null;
  return (
    <Section label={t('marks.title')} testId="bench-condition">
      <MarkList marks={marks} />
    </Section>
  );
}

/** Why it was brought: the reasons that the shop chose, and its first words on the piece. */
export function ReportedFacts({ item }: { item: ItemView }) {
  const { t } = useTranslation('bench');
  const reasons = useQuery(reasonsQuery()).data?.data;
  const nameOf = useReasonName(reasons);
  const inWords = useTextIn();
  const chosen = useQuery(itemFileQuery(item.id)).data?.data.sub_reasons ?? [];
  const said = useQuery(commentsQuery(item.id)).data?.data.find(
    ({ comment_type }) => comment_type === COMMENT_TYPE.store,
  );
  const subs = (reasons ?? [])
    .flatMap(({ sub_reasons }) => sub_reasons)
    .filter(({ id }) => chosen.includes(id))
    .map(({ names }) => inWords(names));
  const names = item.rma_item_to_reason.map(({ rma_item_reason_id: id, Name }) => nameOf(id, Name));
  return (
    <Section label={t('reported.title')} testId="bench-reported">
      <ul className="row wrap gap-6">
        {[...names, ...subs].map((name) => (
          <li key={name} className="bench-chip">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {said !== undefined && said.comment !== '' && (
        <blockquote dir="auto" className="bench-said">
          {t('reported.said', { words: said.comment })}
        </blockquote>
      )}
    </Section>
  );
}

/** Grams at the deposit, at each stage that weighed it, and now. */
export function WeightFacts({ itemId }: { itemId: number }) {
  const { t } = useTranslation(['bench', 'status']);
  const { number } = useStaffFormat();
  const file = useQuery(itemFileQuery(itemId)).data?.data;
  useLiveRefresh(itemFileQuery(itemId).queryKey, [`item:${itemId}`]);
  const grams = (weight: number) => number(weight);
  const measured = (file?.measurements ?? []).filter(({ weight }) => weight !== null).slice(-2);
  return (
    <Section label={t('bench:weight.title')} testId="bench-weights">
      <dl className="bench-weights">
        <div>
          <dt>{t('bench:weight.deposit')}</dt>
          <dd className="num">{typeof file?.total_weight === 'number' ? grams(file.total_weight) : '–'}</dd>
        </div>
        {measured.map(({ rma_status_id: status, weight, at }) => (
          <div key={at}>
            <dt className="clip">{t(`status:name.${status}`)}</dt>
            <dd className="num">{grams(weight ?? 0)}</dd>
          </div>
        ))}
        <div className="now">
          <dt>{t('bench:weight.now')}</dt>
          <dd>
            <Shortcut of="benches.weight" />
          </dd>
        </div>
      </dl>
    </Section>
  );
}

/** Stones, parts and metal used so far; nothing where none were. */
export function PartsFacts({ itemId }: { itemId: number }) {
  const { t } = useTranslation('bench');
  const records = standingParts(useQuery(itemFileQuery(itemId)).data?.data.parts_used ?? []);
  if (records.length === 0) return null;
  return (
    <Section label={t('action.parts')} testId="bench-parts-facts">
      <PartsRecords records={records} />
    </Section>
  );
}

/** What was repaired on this very piece before. */
export function EarlierFacts({ item }: { item: ItemView }) {
  const { t } = useTranslation(['bench', 'values']);
  const format = useStaffFormat();
  const earlier = useQuery(earlierRepairsQuery(item.id)).data?.data;
  const reasons = useQuery(reasonsQuery()).data?.data;
  const nameOf = useReasonName(reasons);
  const last = earlier?.repairs[0];
  const what = last && format.list(last.reasons.map((id) => nameOf(id, '')).filter(Boolean));
  return (
    <Section label={t('bench:earlier.title')} testId="bench-earlier">
      <p className="small">
        {t('bench:earlier.within', { count: item.repair_history.total_180 })}
        {last !== undefined && (
          <>
            {': '}
            <bdi>
              {[what, last.store_name, format.date(last.receive_item_date)].filter(Boolean).join(', ')}
            </bdi>
          </>
        )}
      </p>
    </Section>
  );
}
