import { SEARCH_LENGTH } from '@atelier/domain/repair-list/contract.ts';
import type { RmaSearchView } from '@atelier/contracts/repair-list/search-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { scopeTopics } from '../../../live/scope-topics.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useTopics } from '../../../live/use-live.ts';
import { ItemPanel } from '../../../shared/item/item-panel.tsx';
import { onlyExact, rowsOf, type FoundRow } from './found-rows.ts';
import { rmaSearchQuery } from './queries.ts';
import { SearchAnswer } from './search-answer.tsx';
import { SearchBox } from './search-box.tsx';
import { useSearchState, useTypedQuery } from './use-search-state.ts';
import { useWalk } from '../../../shared/pick-list/use-walk.ts';
import './search.css';

/** `/searchRma`: one box over everything a piece is known by; typed, pasted or scanned (product/rma.md §4). */
export function Screen() {
  // The texts of the answer as well: waiting for them later would take the page away, and the focus with it.
  const { t } = useTranslation(['search', 'piece']);
  const [state, change] = useSearchState();
  const tell = useCallback((q: string) => change({ q, by: null }), [change]);
  const [typed, setTyped] = useTypedQuery(state.q, tell);
  const answer = useQuery(rmaSearchQuery(state.q));
  const view = state.q.length >= SEARCH_LENGTH.least ? answer.data?.data : undefined;
  const rows = view === undefined ? [] : rowsOf(view, state.by);
  useTopics(scopeTopics(useSession().view.site));
  const open = ({ hit }: FoundRow) => change({ open: { rmaId: hit.item.rma_id, itemId: hit.item.id } });
  const scan = useScan(view, answer.isFetching, state.q, open);
  useWedge({ onScan: (code) => (setTyped(code), scan(code), change({ q: code, by: null, open: null })) });
  const walk = useWalk({ rows, question: state.q, keyOf: ({ key }) => key, open });
  const box = useRef<HTMLInputElement>(null);
  return (
    <div className="search-page grid gap-18 packed fills">
      <SearchBox
        ref={box}
        label={t('rma.label')}
        placeholder={t('rma.placeholder')}
        maxLength={SEARCH_LENGTH.most}
        typed={typed}
        onType={setTyped}
        walk={walk}
        testId="search-box"
      />
      <SearchAnswer
        state={state}
        change={change}
        answer={answer}
        rows={rows}
        listId={walk.id}
        active={walk.active}
        onPoint={walk.point}
        onOpen={open}
      />
      <ItemPanel
        open={state.open}
        onOpen={(piece) => change({ open: piece })}
        onClose={() => {
          change({ open: null });
          box.current?.focus();
        }}
      />
    </div>
  );
}

/** A scanned code opens its piece as soon as the answer is there, if it means exactly one. */
function useScan(
  view: RmaSearchView | undefined,
  isFetching: boolean,
  q: string,
  open: (row: FoundRow) => void,
) {
  const scanned = useRef<string | null>(null);
  useEffect(() => {
    if (view === undefined || isFetching || scanned.current !== q) return;
    scanned.current = null;
    const item = onlyExact(view);
    const row = rowsOf(view, null).find(({ hit }) => hit.item.id === item?.id);
    if (row !== undefined) open(row);
  });
  return (code: string) => {
    scanned.current = code.trim();
  };
}
