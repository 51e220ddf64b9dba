import type { MessagesView } from '@atelier/contracts/messages/schema.ts';
import { REPLY_LENGTH } from '@atelier/domain/messages/contract.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextArea } from '@atelier/ui/controls/text-field.tsx';
import { SendHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { CALLS_KEY } from '../../../shared/queries/call-list.ts';
import { isUnread, messagesQuery, textsIn } from './thread-query.ts';

export interface ReplyBoxProps {
  itemId: number;
  view: MessagesView;
}

/** Answers the customer by the channel they wrote on, or says why not; nothing where they have not written. */
export function ReplyBox({ itemId, view }: ReplyBoxProps) {
  const { t } = useTranslation('messages');
  const [newest] = textsIn(view.messages);
  if (newest === undefined) return null;
  const { why } = view.reply;
  const isWaiting = view.messages.some(isUnread);
  return (
    <div className="reply-box stack gap-8 items-start" data-testid="reply-box">
      {why === null ? (
        <Answer itemId={itemId} upTo={newest.id} reply={view.reply} />
      ) : (
        <p className="muted" data-testid="reply-why">
          {t(`why.${why}`)}
        </p>
      )}
      {isWaiting && <MarkAsRead itemId={itemId} upTo={newest.id} />}
    </div>
  );
}

const changedBy = (itemId: number) => [messagesQuery(itemId).queryKey, CALLS_KEY];

interface UpTo {
  itemId: number;
  /** The newest text that the screen shows. */
  upTo: number;
}

function Answer({ itemId, upTo, reply }: UpTo & Pick<MessagesView, 'reply'>) {
  const { t } = useTranslation('messages');
  const { number } = useStaffFormat();
  const [text, setText] = useState('');
  const words = text.trim();
  const answer = useCommand(
    () => ({ path: '/messages/reply', body: { rma_item_id: itemId, text: words, up_to: upTo } }),
    { invalidates: changedBy(itemId), done: t('thread.sent'), onSuccess: () => setText('') },
  );
  const isReady = words !== '' && !answer.isPending;
  const send = () => {
    if (isReady) answer.mutate();
  };
  return (
    <>
      <TextArea
        label={t('thread.reply')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
        rows={3}
        dir="auto"
        maxLength={REPLY_LENGTH}
        aside={t('thread.length', { length: number(text.length), limit: number(REPLY_LENGTH) })}
        hint={<ReplyHint reply={reply} />}
        testId="reply-text"
      />
      <Button
        icon={<SendHorizontal size={16} aria-hidden className="flips" />}
        onClick={send}
        disabled={!isReady}
        busy={answer.isPending}
        testId="reply-send"
      >
        {t('thread.send')}
      </Button>
    </>
  );
}

/** The channel, the key that sends, and the end of quiet hours. */
function ReplyHint({ reply: { channel, due_at: due } }: Pick<MessagesView, 'reply'>) {
  const { t } = useTranslation('messages');
  const format = useStaffFormat();
  const parts = [
    ...(channel === null ? [] : [t('thread.via', { channel: t(`channel.${channel}`) })]),
    t('thread.keys'),
    ...(due === null ? [] : [t('from', { time: format.dateTime(due) })]),
  ];
  return <>{parts.join(' · ')}</>;
}

function MarkAsRead({ itemId, upTo }: UpTo) {
  const { t } = useTranslation('messages');
  const seen = useCommand(() => ({ path: '/messages/seen', body: { rma_item_id: itemId, up_to: upTo } }), {
    invalidates: changedBy(itemId),
    done: t('thread.wasRead'),
  });
  return (
    <Button variant="quiet" busy={seen.isPending} onClick={() => seen.mutate()} testId="messages-seen">
      {t('thread.read')}
    </Button>
  );
}
