import { DateField } from '../../shared/form/date-field.tsx';
import {
  EXPECTED_FILTERS,
  HOLD_FILTERS,
  LOAN_FILTERS,
  PICTURE_FILTERS,
  WAIVED_FEE_FILTERS,
  WARRANTY_FILTERS,
} from '@atelier/domain/repair-list/contract.ts';
import { STATUSES } from '@atelier/domain/shared/status.ts';
import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { sitesQuery } from '../../shared/queries/sites.ts';
import type { ListState } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';

export interface FilterProps {
  state: ListState;
  change: ChangeList;
}

type Choice = ChangeEvent<HTMLSelectElement>;
const chosen = (event: Choice): string | null => (event.target.value === '' ? null : event.target.value);
const chosenId = (event: Choice): number | null =>
  chosen(event) === null ? null : Number(event.target.value);
/** One of a few words that a native select can answer, and nothing else. */
const chosenOf = <T extends string>(words: readonly T[], event: Choice): T | null =>
  words.find((word) => word === event.target.value) ?? null;

/** Status, days, warranty, pictures, waived fee and hold. */
export function FilterFields({ state, change }: FilterProps) {
  const { t } = useTranslation(['rma', 'piece', 'search', 'status']);
  const statuses = STATUSES.map(({ id }) => ({ value: id, label: t(`status:name.${id}`) }));
  return (
    <>
      <Select
        label={t('terms:field.status')}
        placeholder={t('rma:list.filter.anyStatus')}
        options={statuses}
        value={state.status ?? ''}
        onChange={(event) => change({ status: chosenId(event), bucket: null })}
        testId="filter-status"
      />
      <DateField
        label={t('rma:list.filter.from')}
        value={state.from}
        max={state.to || undefined}
        onChange={(event) => change({ from: event.target.value })}
        testId="filter-from"
      />
      <DateField
        label={t('rma:list.filter.to')}
        value={state.to}
        min={state.from || undefined}
        onChange={(event) => change({ to: event.target.value })}
        testId="filter-to"
      />
      <Select
        label={t('terms:field.warranty')}
        placeholder={t('rma:list.filter.anyWarranty')}
        options={WARRANTY_FILTERS.map((value) => ({ value, label: t(`rma:list.filter.${value}`) }))}
        value={state.warranty ?? ''}
        onChange={(event) => change({ warranty: chosenOf(WARRANTY_FILTERS, event) })}
        testId="filter-warranty"
      />
      <Select
        label={t('search:filter.waived')}
        placeholder={t('search:filter.any')}
        options={WAIVED_FEE_FILTERS.map((value) => ({ value, label: t(`search:filter.waiver.${value}`) }))}
        value={state.waived ?? ''}
        onChange={(event) => change({ waived: chosenOf(WAIVED_FEE_FILTERS, event) })}
        testId="filter-waived"
      />
      <Select
        label={t('search:filter.hold')}
        placeholder={t('search:filter.any')}
        options={HOLD_FILTERS.map((value) => ({
          value,
          label: t(value === 'any' ? 'search:filter.anyHold' : `piece:hold.${value}`),
        }))}
        value={state.hold ?? ''}
        onChange={(event) => change({ hold: chosenOf(HOLD_FILTERS, event) })}
        testId="filter-hold"
      />
      <Select
        label={t('search:filter.loan')}
        placeholder={t('search:filter.any')}
        options={LOAN_FILTERS.map((value) => ({ value, label: t(`search:filter.lent.${value}`) }))}
        value={state.loan ?? ''}
        onChange={(event) => change({ loan: chosenOf(LOAN_FILTERS, event) })}
        testId="filter-loan"
      />
      <Select
        label={t('search:filter.expected')}
        placeholder={t('search:filter.any')}
        options={EXPECTED_FILTERS.map((value) => ({ value, label: t(`search:filter.due.${value}`) }))}
        value={state.expected ?? ''}
        onChange={(event) => change({ expected: chosenOf(EXPECTED_FILTERS, event) })}
        testId="filter-expected"
      />
      <Checkbox
        label={t('search:filter.pastTarget')}
        checked={state.pastTarget !== null}
        onChange={(isOn) => change({ pastTarget: isOn ? 'yes' : null })}
        testId="filter-past-target"
      />
      <Select
        label={t('search:filter.pictures')}
        placeholder={t('search:filter.any')}
        options={PICTURE_FILTERS.map((value) => ({
          value,
          label: t(value === 'yes' ? 'search:filter.with' : 'search:filter.without'),
        }))}
        value={state.pictures ?? ''}
        onChange={(event) => change({ pictures: chosenOf(PICTURE_FILTERS, event) })}
        testId="filter-pictures"
      />
    </>
  );
}

/** Whose shop, and which place holds it now: operation sees pieces of all of them. */
export function PlaceFields({ state, change }: FilterProps) {
  const { t } = useTranslation(['rma', 'search']);
  const sites = useQuery(sitesQuery()).data?.data;
  const places = (sites ?? []).map(({ id, name, kind }) => ({ value: id, label: name, kind }));
  return (
    <>
      <Select
        label={t('terms:field.store')}
        placeholder={t('rma:list.filter.anyStore')}
        options={places.filter(({ kind }) => kind === 'shop')}
        value={state.storeId ?? ''}
        onChange={(event) => change({ storeId: chosenId(event) })}
        testId="filter-store"
      />
      <Select
        label={t('search:filter.site')}
        placeholder={t('search:filter.anySite')}
        options={places}
        value={state.siteId ?? ''}
        onChange={(event) => change({ siteId: chosenId(event) })}
        testId="filter-site"
      />
    </>
  );
}
