import type { SiteView } from '@atelier/domain/reference/contract.ts';
import { STATUSES } from '@atelier/domain/repair/status.ts';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { read } from '../../../lib/api/client.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useDashboardStats } from '../../../lib/queries/dashboard-stats.ts';
import { BUCKETS, EMPTY_LIST_STATE, isFiltered } from './list-state.ts';
import type { Bucket, ListState } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';

const TYPING_PAUSE_MS = 250;

interface FilterProps {
  state: ListState;
  change: ChangeList;
}

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
        maxLength={120}
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
  const stats = useDashboardStats(withCounts).data?.data;
  const choose = (bucket: Bucket | null) => change({ bucket, status: null });
  return (
    <div className="quick" role="group" aria-label={t('rma:list.quick')}>
      <button
        type="button"
        className="chip"
        aria-pressed={state.bucket === null}
        onClick={() => choose(null)}
        data-testid="quick-all"
      >
        {t('rma:list.all')}
      </button>
      {BUCKETS.map((bucket) => (
        <button
          key={bucket}
          type="button"
          className="chip"
          aria-pressed={state.bucket === bucket}
          onClick={() => choose(state.bucket === bucket ? null : bucket)}
          data-testid={`quick-${bucket}`}
        >
          {t(`status:bucket.${bucket}`)}
          {stats !== undefined && <span className="chip-count num">{number(stats[bucket])}</span>}
        </button>
      ))}
    </div>
  );
}

/** Status, days and warranty, folded away until they are needed. */
export function MoreFilters({ state, change, withStores }: FilterProps & { withStores: boolean }) {
  const { t } = useTranslation(['rma', 'piece']);
  const isUsed =
    state.status !== null ||
    state.from !== '' ||
    state.to !== '' ||
    state.warranty !== null ||
    state.storeId !== null;
  const [isOpen, setOpen] = useState(isUsed);
  return (
    <>
      <Button
        variant="bare"
        icon={<ListFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen((open) => !open)}
        testId="more-filters"
      >
        {t('rma:list.filters')}
      </Button>
      {isFiltered(state) && (
        <Button
          variant="quiet"
          icon={<X size={16} aria-hidden />}
          onClick={() => change({ ...EMPTY_LIST_STATE, sort: state.sort, open: state.open })}
          testId="reset-filters"
        >
          {t('rma:list.reset')}
        </Button>
      )}
      {isOpen && (
        <div className="list-filters">
          <FilterFields state={state} change={change} />
          {withStores && <StoreFilter state={state} change={change} />}
        </div>
      )}
    </>
  );
}

function FilterFields({ state, change }: FilterProps) {
  const { t } = useTranslation(['rma', 'piece']);
  const statuses = STATUSES.map(({ id }) => ({ value: id, label: t(`piece:status.${id}`) }));
  return (
    <>
      <Select
        label={t('rma:list.filter.status')}
        placeholder={t('rma:list.filter.anyStatus')}
        options={statuses}
        value={state.status ?? ''}
        onChange={(event) =>
          change({ status: event.target.value === '' ? null : Number(event.target.value), bucket: null })
        }
        testId="filter-status"
      />
      <TextField
        label={t('rma:list.filter.from')}
        type="date"
        value={state.from}
        max={state.to || undefined}
        onChange={(event) => change({ from: event.target.value })}
        testId="filter-from"
      />
      <TextField
        label={t('rma:list.filter.to')}
        type="date"
        value={state.to}
        min={state.from || undefined}
        onChange={(event) => change({ to: event.target.value })}
        testId="filter-to"
      />
      <Select
        label={t('rma:list.filter.warranty')}
        placeholder={t('rma:list.filter.anyWarranty')}
        options={[
          { value: 'in', label: t('rma:list.filter.in') },
          { value: 'out', label: t('rma:list.filter.out') },
        ]}
        value={state.warranty ?? ''}
        onChange={(event) =>
          change({
            warranty: event.target.value === 'in' || event.target.value === 'out' ? event.target.value : null,
          })
        }
        testId="filter-warranty"
      />
    </>
  );
}

/** Whose shop: operation sees pieces of all of them. */
function StoreFilter({ state, change }: FilterProps) {
  const { t } = useTranslation('rma');
  const sites = useQuery({
    queryKey: ['reference', 'sites'],
    queryFn: ({ signal }) => read<SiteView[]>('/site/list', {}, { signal }),
    staleTime: 3_600_000,
  }).data?.data;
  const shops = (sites ?? [])
    .filter((site) => site.kind === 'shop')
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={t('list.filter.store')}
      placeholder={t('list.filter.anyStore')}
      options={shops}
      value={state.storeId ?? ''}
      onChange={(event) => change({ storeId: event.target.value === '' ? null : Number(event.target.value) })}
      testId="filter-store"
    />
  );
}
