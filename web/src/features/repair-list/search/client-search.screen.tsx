import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import { CUSTOMER_SEARCH_LENGTH } from '@atelier/domain/reference/contract.ts';
import type { ContactView } from '@atelier/contracts/reference/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { readRmaPath } from '../../../shared/item/open-piece.ts';
import { useFindPiece } from '../../../shared/item/use-find-piece.ts';
import { ClientList, clientKey } from './client-list.tsx';
import { ClientRecord } from './client-record.tsx';
import { clientsQuery } from '../../../shared/queries/reference.ts';
import { useSettled } from '../../../shared/queries/use-settled.ts';
import { SearchBox } from './search-box.tsx';
import { useWalk } from '../../../shared/pick-list/use-walk.ts';

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
  const navigate = useNavigate();
  /** A client of the register has a record; one who was typed in has their deposit. */
  const open = ({ id, rma_id: rmaId }: ContactView): void =>
    id === null ? void navigate(`/readRma?id=${rmaId ?? ''}`) : choose(id);
  const walk = useWalk({
    rows: clients,
    question: clients[0] && clientKey(clients[0]),
    keyOf: clientKey,
    open,
  });
  const findPiece = useFindPiece((piece) => void navigate(readRmaPath(piece)));
  // A label of a piece opens the piece; any other code is looked up like typing.
  useWedge({
    onScan: (code) => (parseScannedCode(code)?.number == null ? setTyped(code) : findPiece.run(code)),
  });
  return (
    <div className="client-page split" data-chosen={customerId !== null || undefined}>
      <div className="stack client-find">
        <SearchBox
          small
          label={t('client.label')}
          placeholder={t('client.placeholder')}
          maxLength={CUSTOMER_SEARCH_LENGTH.most}
          typed={typed}
          onType={setTyped}
          walk={walk}
          testId="client-box"
        />
        <ClientList
          keyword={keyword}
          answer={answer}
          clients={clients}
          listId={walk.id}
          active={walk.active}
          chosenId={customerId}
          onPoint={walk.point}
          onChoose={open}
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
