import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { COMMENT_TYPE } from '@atelier/domain/repair/contract.ts';
import { isOnward, movesFrom } from '@atelier/domain/repair/item/moves.ts';
import { isStatusId, statusOf } from '@atelier/domain/shared/status.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLiveRefresh } from '../../../../live/use-live.ts';
import { commentsQuery, itemFileQuery } from '../../../../shared/queries/item.ts';
import { Section } from './piece-facts.tsx';

/** What fits beside the route; the piece's own page has all. */
const MOST_REMARKS = 4;

/** What the shop and the benches wrote of the piece, the newest first. */
export function RemarksPart({ itemId }: { itemId: number }) {
  const { t } = useTranslation('bench');
  const comments = useQuery(commentsQuery(itemId)).data?.data;
  useLiveRefresh(commentsQuery(itemId).queryKey, [`item:${itemId}`]);
  const first = comments?.find(({ comment_type }) => comment_type === COMMENT_TYPE.store);
  // The shop's first words stand under what was reported.
  const shown = (comments ?? []).filter((one) => one !== first && one.comment !== '').toReversed();
  return (
    <Section label={t('remarks.title')} testId="bench-remarks">
      {comments !== undefined && shown.length === 0 && <p className="small muted">{t('remarks.none')}</p>}
      <ul className="stack gap-6">
        {shown.slice(0, MOST_REMARKS).map(({ id, comment, comment_type, author }) => (
          <li key={id} className="small" data-testid="bench-remark">
            <span className="muted">
              <bdi>{comment_type === COMMENT_TYPE.store ? t('remarks.shop') : author}</bdi>
            </span>{' '}
            <span dir="auto">{comment}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Where it may go from here: the stage of this bench first. */
function nextOf(status: number, target: number): readonly number[] {
  if (!isStatusId(status)) return [];
  const onward = movesFrom(status).filter(({ kind }) => isOnward(kind));
  return onward
    .map(({ target: to }) => to)
    .sort((a, b) => Number(b === target) - Number(a === target) || statusOf(a).rank - statusOf(b).rank);
}

/** As many as a glance takes in. */
const MOST_NEXT = 3;

/** The stages behind it, where it stands, and where it may go. */
export function NextPart({ item, target }: { item: ItemView; target: number }) {
  const { t } = useTranslation(['bench', 'status']);
  const passed = useQuery(itemFileQuery(item.id)).data?.data.passed ?? [];
  const [next, ...others] = nextOf(item.rma_status_id, target);
  const name = (status: number) => t(`status:name.${status}`);
  return (
    <Section label={t('bench:next.title')} testId="bench-next">
      <b className="bench-next">{next === undefined ? t('bench:next.none') : name(next)}</b>
      <ul className="bench-route row wrap gap-6">
        {passed.map((status) => (
          <li key={status} className="bench-chip">
            <Check size={13} aria-hidden /> {name(status)}
          </li>
        ))}
        <li className="bench-chip here" aria-current="step">
          {name(item.rma_status_id)}
        </li>
        {next !== undefined && (
          <li className="bench-chip to">
            <ArrowRight size={13} aria-hidden className="flips" /> {name(next)}
          </li>
        )}
        {others.slice(0, MOST_NEXT - 1).map((status) => (
          <li key={status} className="bench-chip">
            {name(status)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
