import type { MessageLine } from '@atelier/contracts/messages/schema.ts';
import { classNames } from '@atelier/ui/class-names.ts';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { isUnread } from './thread-query.ts';

/** One message: what a template said by its kind, what a person wrote in their words. */
export function ThreadLine({ message }: { message: MessageLine }) {
  const { t } = useTranslation('messages');
  const format = useStaffFormat();
  const { kind, state, changed_at: at } = message;
  const isText = kind === 'received' || kind === 'reply';
  return (
    <li
      className={classNames(isText && `thread-${kind}`)}
      data-testid="message"
      data-state={state}
      data-kind={kind}
    >
      <span className="row wrap">
        <span className="strong">{t(`kind.${kind}`)}</span>
        {kind !== 'received' && (
          <span className={state === 'failed' ? 'tone-warn' : 'muted'}>{t(`state.${state}`)}</span>
        )}
        <time className="small muted" dateTime={at}>
          {format.dateTime(at)}
        </time>
        {isUnread(message) && <Tag testId="message-unread">{t('thread.unread')}</Tag>}
      </span>
      {isText && <Words text={message.text} />}
      <Facts message={message} />
    </li>
  );
}

function Words({ text }: Pick<MessageLine, 'text'>) {
  const { t } = useTranslation('messages');
  return text === null ? (
    <p className="wide muted">{t('thread.gone')}</p>
  ) : (
    <p className="wide thread-words breaks" data-testid="message-text">
      <span dir="auto">{text}</span>
    </p>
  );
}

/** How it went, to and from where, and what became of it. */
function Facts({ message }: { message: MessageLine }) {
  const { t } = useTranslation('messages');
  const format = useStaffFormat();
  const { state, channel, to, from, author, why, fault, due_at: due } = message;
  const because = why === null ? (fault === null ? '' : t(`fault.${fault}`)) : t(`why.${why}`);
  return (
    <>
      <span className="row wrap small muted">
        {channel !== null && <span>{t(`channel.${channel}`)}</span>}
        {from !== null && <bdi>{t('thread.sender', { from })}</bdi>}
        {to !== null && <bdi>{t('to', { to })}</bdi>}
        {author !== null && <bdi>{t('thread.author', { name: author })}</bdi>}
        {state === 'waiting' && due !== null && <span>{t('from', { time: format.dateTime(due) })}</span>}
      </span>
      {because !== '' && state !== 'sent' && <span className="wide small">{because}</span>}
    </>
  );
}
