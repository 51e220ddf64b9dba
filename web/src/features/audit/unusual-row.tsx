import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { past } from '../../lib/time/past.ts';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { UnusualEntry } from './queries.ts';
import { replayOf } from './replay-address.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import { stateOf } from './unusual-groups.ts';
import { useActorWords, useAuditWords } from './use-audit-words.ts';
import { useMoments } from './use-moments.ts';
import { useReview } from './use-review.ts';

/** One unusual event: when by the site's own clock, what, who, how far it is reviewed and what can be said of it. */
export function UnusualRow({ entry }: { entry: UnusualEntry }) {
  const { t } = useTranslation('audit');
  const { dateTime } = useMoments(entry.time_zone);
  const words = useAuditWords()(entry);
  const actor = useActorWords()(entry);
  const address = replayOf(entry);
  return (
    <ListRow
      className="unusual-row"
      version={entry.review?.version}
      testId={`unusual-event-${entry.position}`}
      data-state={stateOf(entry)}
    >
      <time className="num" dateTime={entry.at}>
        {dateTime(entry.at)}
      </time>
      <span className="words">
        <span>
          {address === null ? words : <Link to={address}>{words}</Link>}{' '}
          {entry.subject !== null && <bdi className="num">{entry.subject}</bdi>}
        </span>
        {entry.reason !== null && entry.reason !== '' && (
          <q className="small muted">
            <bdi>{entry.reason}</bdi>
          </q>
        )}
      </span>
      <span className="words">
        <bdi>{actor}</bdi>
        {entry.site !== null && <bdi className="small muted">{entry.site}</bdi>}
      </span>
      <Reviewed entry={entry} />
      {past === null && <Actions entry={entry} title={`${t('review.explainTitle')}: ${words}`} />}
    </ListRow>
  );
}

function Reviewed({ entry }: { entry: UnusualEntry }) {
  const { t } = useTranslation('audit');
  const { dateTime } = useMoments();
  const { review } = entry;
  return (
    <span className="words">
      <span className="review-state self-start size-s nowrap" data-state={stateOf(entry)}>
        {t(`review.${stateOf(entry)}`)}
      </span>
      {review?.note && (
        <q className="small">
          <bdi>{review.note}</bdi>
        </q>
      )}
      {review !== null && (
        <span className="small muted">
          <bdi>{review.by}</bdi> · {dateTime(review.at)}
        </span>
      )}
    </span>
  );
}

function Actions({ entry, title }: { entry: UnusualEntry; title: string }) {
  const { t } = useTranslation('audit');
  const review = useReview();
  const [isAsking, setAsking] = useState(false);
  const state = stateOf(entry);
  const say = (next: 'open' | 'looked_at') =>
    review.mutate({ position: entry.position, state: next, note: null });
  return (
    <span className="row wrap">
      {state === 'open' ? (
        <Button variant="quiet" busy={review.isPending} onClick={() => say('looked_at')} testId="review-look">
          {t('review.look')}
        </Button>
      ) : (
        <Button variant="quiet" busy={review.isPending} onClick={() => say('open')} testId="review-open">
          {t('review.reopen')}
        </Button>
      )}
      {state !== 'explained' && (
        <Button variant="quiet" onClick={() => setAsking(true)} testId="review-explain">
          {t('review.explain')}
        </Button>
      )}
      {isAsking && <ExplainDialog title={title} position={entry.position} onClose={() => setAsking(false)} />}
    </span>
  );
}
