import { CUSTOMER_SEARCH_LENGTH } from '@atelier/domain/reference/contract.ts';
import type { CustomerView } from '@atelier/domain/reference/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useDeferredValue, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useWedge } from '../../../lib/wedge/use-wedge.ts';
import { ClientList } from './client-list.tsx';
import { ClientRecord } from './client-record.tsx';
import { clientsQuery } from './queries.ts';
import { useSettled } from './use-settled.ts';
import './search.css';

const TYPING_PAUSE_MS = 220;

/**
 * `/clientSearch?customer=`: from a name, phone or mail to the customer, their orders and repairs, and on to a new one
 * (product/rma.md §4). The address holds the customer's number only: no name ever stands in it.
 */
export function Screen() {
  // The texts of record and repairs as well: waiting for them later would take the page away, and the focus with it.
  const { t } = useTranslation(['search', 'rma', 'piece']);
  const [typed, setTyped] = useState('');
  const keyword = useSettled(useDeferredValue(typed.trim()), TYPING_PAUSE_MS);
  const answer = useQuery(clientsQuery(keyword));
  const clients = keyword.length >= CUSTOMER_SEARCH_LENGTH.least ? (answer.data?.data ?? []) : [];
  const [customerId, choose] = useChosen();
  const walk = useWalk(clients, (client) => choose(client.id));
  useWedge({ onScan: setTyped });
  return (
    <div className="client-page" data-chosen={customerId !== null || undefined}>
      <div className="stack client-find">
        <div className="search-box small-box">
          <Search size={18} aria-hidden />
          <input
            type="search"
            role="combobox"
            aria-label={t('client.label')}
            aria-expanded={clients.length > 0}
            aria-controls={walk.id}
            aria-activedescendant={walk.activeId}
            placeholder={t('client.placeholder')}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={CUSTOMER_SEARCH_LENGTH.most}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={walk.onKeyDown}
            data-testid="client-box"
          />
        </div>
        <ClientList
          keyword={keyword}
          answer={answer}
          clients={clients}
          listId={walk.id}
          active={walk.active}
          chosenId={customerId}
          onPoint={walk.point}
          onChoose={(client) => choose(client.id)}
        />
      </div>
      <div className="client-found">
        {customerId !== null && (
          <ClientRecord key={customerId} customerId={customerId} onClose={() => choose(null)} />
        )}
      </div>
    </div>
  );
}

function useChosen(): [number | null, (id: number | null) => void] {
  const [params, setParams] = useSearchParams();
  const number = Number(params.get('customer'));
  const choose = (id: number | null) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (id === null) after.delete('customer');
      else after.set('customer', String(id));
      return after;
    });
  return [Number.isSafeInteger(number) && number > 0 ? number : null, choose];
}

/** Arrows walk the customers while the typing goes on in the box; Enter opens the marked one. */
function useWalk(clients: readonly CustomerView[], open: (client: CustomerView) => void) {
  const id = useId();
  const first = useRef<number | undefined>(undefined);
  const [index, setIndex] = useState(0);
  // Another answer begins at its first line again.
  if (first.current !== clients[0]?.id) {
    first.current = clients[0]?.id;
    if (index !== 0) setIndex(0);
  }
  const active = Math.min(index, Math.max(0, clients.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const client = clients[active];
    if (event.key === 'ArrowDown') setIndex(Math.min(Math.max(0, clients.length - 1), active + 1));
    else if (event.key === 'ArrowUp') setIndex(Math.max(0, active - 1));
    else if (event.key === 'Enter' && client !== undefined) open(client);
    else return;
    event.preventDefault();
  };
  const activeId = clients.length === 0 ? undefined : `${id}-${clients[active]?.id}`;
  return { id, active, point: setIndex, onKeyDown, activeId };
}
