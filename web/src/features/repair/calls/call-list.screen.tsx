import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../../lib/session/use-session.ts';
import { scopeTopics } from '../../../live/scope-topics.ts';
import { callListQuery } from '../../../shared/queries/call-list.ts';
import { useLiveQuery } from '../../../shared/queries/live-query.ts';
import { BeforePanel } from './before-panel.tsx';
import { CallCard } from './call-card.tsx';
import { TextsPanel } from './texts-panel.tsx';
import { ToCallPanel } from './to-call-panel.tsx';
import './call-list.css';

/** `/callList`: the clients whose pieces are ready and who are due a call (product/reminders.md §4). */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const query = useLiveQuery(callListQuery(), scopeTopics(useSession().view.site));
  const list = query.data?.data;
  const clients = list?.clients ?? [];
  const asked = clients.findIndex(({ item_id: id }) => String(id) === params.get('item'));
  const at = Math.max(0, asked);
  const client = clients[at];
  const choose = (itemId: number | undefined) =>
    setParams(itemId === undefined ? {} : { item: String(itemId) }, { replace: true });
  const move = (by: number) => choose(clients[Math.max(0, Math.min(clients.length - 1, at + by))]?.item_id);
  return (
    <div className="call-list" data-testid="call-list">
      <div className="stack call-lists">
        {list !== undefined && list.texts.length > 0 && <TextsPanel texts={list.texts} />}
        <ToCallPanel query={query} list={list} chosen={client?.item_id} onChoose={choose} />
      </div>
      {client !== undefined && list !== undefined && (
        <>
          <CallCard
            key={client.item_id}
            client={client}
            list={list}
            onMove={move}
            onLogged={() => choose((clients[at + 1] ?? clients[at - 1])?.item_id)}
          />
          <BeforePanel client={client} next={clients[at + 1]} />
        </>
      )}
    </div>
  );
}
