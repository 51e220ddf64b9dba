import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { FeedCounts } from '@atelier/contracts/audit/feed-schema.ts';
import { FEED_KINDS } from './queries.ts';

/** The kinds to choose from, each with how many events there are of it. */
export function useKindOptions(counts: FeedCounts | undefined) {
  const { t } = useTranslation('audit');
  const { number } = useStaffFormat();
  const known = new Map(counts?.kinds.map(({ kind, count }) => [kind, count]));
  return FEED_KINDS.map((kind) => {
    const count = known.get(kind);
    const name = t(`kind.${kind}`);
    return { value: kind, label: count === undefined ? name : `${name} (${number(count)})` };
  });
}
