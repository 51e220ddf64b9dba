import { useLiveQuery } from '../../shared/queries/live-query.ts';
import { MESSAGE_READERS } from '@atelier/domain/messages/contract.ts';
import type { MessageLine } from '@atelier/contracts/messages/schema.ts';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../lib/api/use-command.ts';
import { holds } from '../../lib/session/session-store.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { useReading } from '../../shared/item/reading.ts';
import { DETAIL } from '../../shared/queries/item.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { PartState } from './part-state.tsx';
import { readQuery } from '../../lib/api/read-query.ts';

/** While a message is on its way its state is read again: it moves without the piece. */
const ON_ITS_WAY_MS = 5_000;

const messagesQuery = (itemId: number) =>
  readQuery(
    ['messages', itemId],
    '/messages',
    { rma_item_id: itemId },
    {
      ...DETAIL,
      refetchInterval: ({ state }) => (state.data?.data.messages.some(isOnItsWay) ? ON_ITS_WAY_MS : false),
    },
  );

const isOnItsWay = ({ state }: MessageLine): boolean => state === 'waiting' || state === 'sending';

/** What was written to the customer about this piece, and whether they want it (product/messages.md §6). */
export function MessagesPart({ itemId }: { itemId: number }) {
  const session = useSession();
  return MESSAGE_READERS.some((permission) => holds(session, permission)) && <Messages itemId={itemId} />;
}

function Messages({ itemId }: { itemId: number }) {
  const { t } = useTranslation('messages');
  const isShop = useSession().view.user.user_type === 'shop';
  const isReading = useReading() !== null;
  const list = useLiveQuery(messagesQuery(itemId), [`item:${itemId}`]);
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
      <ol className="ledger stack gap-0">
        {view?.messages.map((message) => (
          <Line key={message.id} message={message} />
        ))}
      </ol>
      {view !== undefined && isShop && !isReading && !view.declined && <Decline itemId={itemId} />}
    </section>
  );
}

function Line({ message }: { message: MessageLine }) {
  const { t } = useTranslation('messages');
  const format = useStaffFormat();
  const { kind, state, channel, to, why, fault, due_at: due } = message;
  const because = why === null ? (fault === null ? '' : t(`fault.${fault}`)) : t(`why.${why}`);
  return (
    <li data-testid="message" data-state={state} data-kind={kind}>
      <span className="row wrap">
        <span className="strong">{t(`kind.${kind}`)}</span>
        <span className={state === 'failed' ? 'tone-warn' : 'muted'}>{t(`state.${state}`)}</span>
        <span className="small muted">{format.dateTime(message.changed_at)}</span>
      </span>
      <span className="row wrap small muted">
        {channel !== null && <span>{t(`channel.${channel}`)}</span>}
        {to !== null && <bdi>{t('to', { to })}</bdi>}
        {state === 'waiting' && due !== null && <span>{t('from', { time: format.dateTime(due) })}</span>}
      </span>
      {because !== '' && state !== 'sent' && <span className="wide small">{because}</span>}
    </li>
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
