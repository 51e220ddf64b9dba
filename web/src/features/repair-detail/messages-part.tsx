import { MESSAGE_READERS } from '@atelier/domain/messages/contract.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useCommand } from '../../lib/api/use-command.ts';
import { past } from '../../lib/time/past.ts';
import { holds } from '../../lib/session/session-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useReading } from '../../shared/item/reading.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { PartState } from './part-state.tsx';
import { ReplyBox } from './thread/reply-box.tsx';
import { ThreadLine } from './thread/thread-line.tsx';
import { messagesQuery, useMayAnswer, useThread } from './thread/thread-query.ts';
import './thread/thread.css';

/** What was written to the customer about this piece and what they wrote, and whether they want messages (product/messages.md §6). */
export function MessagesPart({ itemId }: { itemId: number }) {
  const session = useSession();
  const isWall = useSearchParams()[0].get('kiosk') === '1';
  const mayRead = MESSAGE_READERS.some((permission) => holds(session, permission));
  return mayRead && !isWall && <Messages itemId={itemId} />;
}

function Messages({ itemId }: { itemId: number }) {
  const { t } = useTranslation('messages');
  const isShop = useSession().view.user.user_type === 'shop';
  const isReading = useReading() !== null;
  const mayAnswer = useMayAnswer();
  const list = useThread(itemId);
  const view = list.data?.data;
  return (
    <section className="part" data-testid="messages-part" aria-busy={list.isFetching || undefined}>
      <h3>{t('title')}</h3>
      <PartState part={list} />
      {view?.declined === true && (
        <Banner tone="warn">
          {t('declined')} {t('wantedByClient')}
        </Banner>
      )}
      {view?.messages.length === 0 && <p className="muted">{t('empty')}</p>}
      <ol className="ledger stack gap-0" aria-live="polite">
        {view?.messages.toReversed().map((message) => (
          <ThreadLine key={message.id} message={message} />
        ))}
      </ol>
      {view !== undefined && mayAnswer && <ReplyBox itemId={itemId} view={view} />}
      {view !== undefined && past === null && isShop && !isReading && !view.declined && (
        <Decline itemId={itemId} />
      )}
    </section>
  );
}

/** Only the client can take it back (product/messages.md §5). */
function Decline({ itemId }: { itemId: number }) {
  const { t } = useTranslation('messages');
  const decline = useCommand(
    () => ({ path: '/messages/choice', body: { rma_item_id: itemId, declined: true } }),
    {
      invalidates: [messagesQuery(itemId).queryKey],
      done: t('recorded'),
    },
  );
  return (
    <span>
      <Button
        variant="quiet"
        busy={decline.isPending}
        onClick={() => decline.mutate()}
        testId="messages-choice"
      >
        {t('decline')}
      </Button>
    </span>
  );
}
