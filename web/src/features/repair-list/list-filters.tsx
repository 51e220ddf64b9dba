import { type ListBucket, LIST_BUCKETS, SEARCH_LENGTH } from '@atelier/domain/repair-list/contract.ts';
import { ListFilter, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { limitOf, useLimits } from '../../shared/rules/limit-words.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useDashboardStats } from '../../shared/queries/dashboard-stats.ts';
import { EMPTY_LIST_STATE, isFiltered, type ListState } from './list-state.ts';
import { FilterFields, PlaceFields, type FilterProps } from './filter-fields.tsx';

const TYPING_PAUSE_MS = 250;

/** One box over everything a piece is known by. The address follows after a short pause in typing. */
export function SearchBox({ state, change }: FilterProps) {
  const { t } = useTranslation('rma');
  const [typed, setTyped] = useState(state.q);
  const told = useRef(state.q);
  useEffect(() => {
    if (state.q === told.current) return;
    told.current = state.q;
    setTyped(state.q);
  }, [state.q]);
  useEffect(() => {
    if (typed.trim() === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = typed.trim();
      change({ q: typed.trim() });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, change]);
  return (
    <div className="list-search">
      <Search size={16} aria-hidden />
      <TextField
        label={t('list.search')}
        hideLabel
        type="search"
        placeholder={t('list.search')}
        value={typed}
        maxLength={SEARCH_LENGTH.most}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        testId="list-search"
      />
    </div>
  );
}

/** The dashboard's tiles as filters, each with its count. */
export function QuickFilters({ state, change, withCounts }: FilterProps & { withCounts: boolean }) {
  const { t } = useTranslation(['rma', 'status']);
  const { number } = useStaffFormat();
  const limits = useLimits();
  const { stats } = useDashboardStats(withCounts);
  const choose = (bucket: ListBucket | null) => change({ bucket, status: null });
  return (
    <div className="quick flex gap-6" role="group" aria-label={t('rma:list.quick')}>
      <button
        type="button"
        className="chip"
        aria-pressed={state.bucket === null}
        onClick={() => choose(null)}
        data-testid="quick-all"
      >
        {t('rma:list.all')}
      </button>
      {LIST_BUCKETS.map((bucket) => (
        <button
          key={bucket}
          type="button"
          className="chip"
          aria-pressed={state.bucket === bucket}
          onClick={() => choose(state.bucket === bucket ? null : bucket)}
          data-testid={`quick-${bucket}`}
        >
          {t(`status:bucket.${bucket}`, { limit: limitOf(bucket, limits).name })}
          {stats !== undefined && <span className="chip-count num">{number(stats[bucket])}</span>}
        </button>
      ))}
    </div>
  );
}

/** Whether any of the folded filters is used; the search box and the quick filters are always in sight. */
const isNarrowed = (state: ListState): boolean => isFiltered({ ...state, q: '', bucket: null });

/** Everything else one may narrow the list by, folded away until it is needed. */
export function MoreFilters({ state, change, withStores }: FilterProps & { withStores: boolean }) {
  const { t } = useTranslation('rma');
  const [isOpen, setOpen] = useState(isNarrowed(state));
  return (
    <>
      <Button
        variant="bare"
        icon={<ListFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen((open) => !open)}
        testId="more-filters"
      >
        {t('list.filters')}
      </Button>
      {isFiltered(state) && (
        <Button
          variant="quiet"
          icon={<X size={16} aria-hidden />}
          onClick={() =>
            change({ ...EMPTY_LIST_STATE, sort: state.sort, hide: state.hide, open: state.open })
          }
          testId="reset-filters"
        >
          {t('list.reset')}
        </Button>
      )}
      {isOpen && (
        <div className="list-filters grid gap-12">
          <FilterFields state={state} change={change} />
          {withStores && <PlaceFields state={state} change={change} />}
        </div>
      )}
    </>
  );
}
