import { Button } from '@atelier/ui/controls/button.tsx';
import { MessageSquareText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isUnread, useMayAnswer, useThread } from './thread-query.ts';

/** Where the reply box of the screen is. */
const goToReply = () => {
  const box = document.querySelector<HTMLElement>('[data-testid="reply-box"]');
  box?.scrollIntoView({ block: 'center' });
  box?.querySelector('textarea')?.focus();
};

/** What the customer wrote that no one has read, at the top of the piece's detail; the button leads to the answer. */
export function UnreadBanner({ itemId }: { itemId: number }) {
  return useMayAnswer() && <Unread itemId={itemId} />;
}

function Unread({ itemId }: { itemId: number }) {
  const { t } = useTranslation('messages');
  const newest = useThread(itemId).data?.data.messages.find(isUnread);
  return (
    newest !== undefined && (
      <div className="unread-banner row" role="status" data-testid="unread-text">
        <MessageSquareText aria-hidden />
        <div className="grows shrinks">
          <div className="strong">{t('kind.received')}</div>
          <p className="clip" dir="auto">
            {newest.text ?? t('thread.gone')}
          </p>
        </div>
        <Button onClick={goToReply} testId="unread-answer">
          {t('kind.reply')}
        </Button>
      </div>
    )
  );
}
