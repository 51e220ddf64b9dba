import { Ban, Check, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow, RowOpen } from '../../shared/paged-table/paged-table.tsx';
import type { WebhookView } from './queries.ts';

/** One endpoint: what it is called, where it is, what it is sent, and how that stands. */
export function WebhookRow({ webhook, onOpen }: { webhook: WebhookView; onOpen: () => void }) {
  const { t } = useTranslation('webhooks');
  const { id, name, url, version, site, types } = webhook;
  return (
    <ListRow className="webhook-row" version={version} testId={`webhook-${id}`}>
      <span className="words">
        <RowOpen onOpen={onOpen}>{name}</RowOpen>
        <bdi className="small muted webhook-url" dir="ltr">
          {url}
        </bdi>
      </span>
      <span className="words">
        <span>{site === null ? t('everySite') : <bdi>{site.name}</bdi>}</span>
        <span className="small muted">{t('events', { count: types.length })}</span>
      </span>
      <WebhookStanding webhook={webhook} />
    </ListRow>
  );
}

/** On, off or failing and since when; the last delivery; the place in the log. */
export function WebhookStanding({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation('webhooks');
  const { dateTime, number } = useStaffFormat();
  const { id, off, failures, failing_since: since, position, last, next_attempt_at: next } = webhook;
  const state = off ? `off.${off.why}` : failures > 0 ? 'failing' : 'on';
  const Sign = off ? Ban : failures > 0 ? TriangleAlert : Check;
  return (
    <span className="words small">
      <span className="row">
        <Tag icon={<Sign size={13} aria-hidden />} testId={`webhook-state-${id}`}>
          {t(`state.${state}`)}
        </Tag>
        {off && <span className="num">{t('offSince', { at: dateTime(off.at) })}</span>}
        {!off && since !== null && <span className="num">{t('failingSince', { at: dateTime(since) })}</span>}
        {!off && next !== null && <span className="num">{t('nextAttempt', { at: dateTime(next) })}</span>}
      </span>
      <span className="muted num">
        {last === null
          ? t('never')
          : t('last', {
              at: dateTime(last.at),
              outcome: t(`outcome.${last.outcome}`, { status: last.status }),
            })}
      </span>
      <span className="muted num">{t('position', { position: number(position) })}</span>
    </span>
  );
}
