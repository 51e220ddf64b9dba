import { WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import type { SiteView, WorkerFiltersState, WorkerRoleView } from './queries.ts';

interface WorkerFiltersProps {
  filters: WorkerFiltersState;
  roles: readonly WorkerRoleView[];
  sites: readonly SiteView[];
}

/** Part of a name, a work id or a department; role, place, and whether the badge opens anything. */
export function WorkerFilters({ filters: { values, change }, roles, sites }: WorkerFiltersProps) {
  const { t } = useTranslation('workers');
  const placeholder = t('all');
  return (
    <FilterBar
      id="workers"
      values={values}
      onChange={change}
      filters={[
        {
          name: 'search',
          label: t('search'),
          placeholder: t('searchHint'),
          maxLength: WORKER_LENGTH.search,
        },
        {
          name: 'role',
          label: t('role'),
          placeholder,
          options: roles.map(({ ID, Name }) => ({ value: String(ID), label: Name })),
        },
        {
          name: 'store',
          label: t('store'),
          placeholder,
          options: sites.map(({ id, name }) => ({ value: String(id), label: name })),
        },
        {
          name: 'active',
          label: t('state'),
          placeholder,
          options: [
            { value: 'true', label: t('active') },
            { value: 'false', label: t('inactive') },
          ],
        },
      ]}
    />
  );
}
