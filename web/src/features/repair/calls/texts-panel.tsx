import type { UnreadText } from '@atelier/contracts/repair/call-list-schema.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { screenNow } from '../../../lib/time/screen-clock.ts';
import { useAgeClock } from '../../../shared/item/minute-clock.ts';

/** Clients who wrote to the shop and wait for an answer; each leads to the thread of their piece. */
export function TextsPanel({ texts }: { texts: readonly UnreadText[] }) {
  const { t } = useTranslation('calls');
  const { number } = useStaffFormat();
  return (
    <Panel
      title={t('texts.title')}
      aside={`${number(texts.length)} · ${t('texts.waiting')}`}
      testId="unread-texts"
    >
      <ol className="call-texts" aria-label={t('texts.title')} aria-live="polite">
        {texts.map((text) => (
          <li key={text.rma_id}>
            <TextRow text={text} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function TextRow({ text }: { text: UnreadText }) {
  const format = useStaffFormat();
  useAgeClock();
  const { rma_id: rmaId, item_id: itemId, fullname, number, at, count } = text;
  return (
    <Link
      className="call-text"
      to={`/readRma?id=${rmaId}&item=${itemId}&work=1`}
      data-testid={`text-${itemId}`}
    >
      <span className="row">
        <bdi className="strong clip grows">{fullname}</bdi>
        <time className="small muted nowrap" dateTime={at}>
          {format.age(screenNow() - Date.parse(at))}
        </time>
      </span>
      <span className="call-text-words" dir="auto">
        {text.text}
      </span>
      <span className="row small muted">
        <bdi className="num clip grows">{number}</bdi>
        {count > 1 && <bdi className="num">+{format.number(count - 1)}</bdi>}
      </span>
    </Link>
  );
}
