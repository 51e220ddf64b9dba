import type { MessagesView } from '@atelier/contracts/messages/schema.ts';
import { REPLY_LENGTH } from '@atelier/domain/messages/contract.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextArea } from '@atelier/ui/controls/text-field.tsx';
import { SendHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { CALLS_KEY } from '../../../shared/queries/call-list.ts';
import { isUnread, messagesQuery, textsIn } from './thread-query.ts';

export interface ReplyBoxProps {
  itemId: number;
  view: MessagesView;
}

/** Answers the customer by the channel they wrote on; nothing where they have not written. */
export function ReplyBox({ itemId, view }: ReplyBoxProps) {
  const { t } = useTranslation('messages');
  const format = useStaffFormat();
  const hint = useId();
  const [text, setText] = useState('');
  const [newest] = textsIn(view.messages);
  const changed = [messagesQuery(itemId).queryKey, CALLS_KEY];
  const reply = useCommand(
    (words: string) => ({
      path: '/messages/reply',
      body: { rma_item_id: itemId, text: words, up_to: newest?.id ?? 0 },
    }),
    { invalidates: changed, done: t('thread.sent'), onSuccess: () => setText('') },
  );
  const seen = useCommand(
    () => ({ path: '/messages/seen', body: { rma_item_id: itemId, up_to: newest?.id ?? 0 } }),
    { invalidates: changed, done: t('thread.wasRead') },
  );
  if (newest === undefined) return null;
  const { why, channel, due_at: due } = view.reply;
  const words = text.trim();
  const isReady = why === null && words !== '' && !reply.isPending;
  const send = () => {
    if (isReady) reply.mutate(words);
  };
  return (
    <div className="reply-box stack gap-8 items-start" data-testid="reply-box">
      {why === null ? (
        <TextArea
          label={t('thread.reply')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
          rows={3}
          dir="auto"
          maxLength={REPLY_LENGTH}
          aside={t('thread.length', {
            length: format.number(text.length),
            limit: format.number(REPLY_LENGTH),
          })}
          hint={
            <span id={hint}>
              {channel !== null && t('thread.via', { channel: t(`channel.${channel}`) })} · {t('thread.keys')}
              {due !== null && ` · ${t('from', { time: format.dateTime(due) })}`}
            </span>
          }
          testId="reply-text"
        />
      ) : (
        <p className="muted" data-testid="reply-why">
          {t(`why.${why}`)}
        </p>
      )}
      <span className="row wrap">
        {why === null && (
          <Button
            icon={<SendHorizontal size={16} aria-hidden className="flips" />}
            onClick={send}
            disabled={!isReady}
            busy={reply.isPending}
            testId="reply-send"
          >
            {t('thread.send')}
          </Button>
        )}
        {view.messages.some(isUnread) && (
          <Button variant="quiet" busy={seen.isPending} onClick={() => seen.mutate()} testId="messages-seen">
            {t('thread.read')}
          </Button>
        )}
      </span>
    </div>
  );
}
