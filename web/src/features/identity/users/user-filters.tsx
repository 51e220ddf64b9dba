import { ACCOUNT_LIMITS, USER_TYPES } from '@atelier/domain/identity/contract.ts';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../shared/filter-bar/filter-bar.tsx';
import type { SiteView, UserFiltersState } from '../queries.ts';

interface UserFiltersProps {
  filters: UserFiltersState;
  sites: readonly SiteView[];
}

/** Part of a name or an address, type, place, and whether the account is in use. */
export function UserFilters({ filters: { values, change }, sites }: UserFiltersProps) {
  const { t } = useTranslation('users');
  const placeholder = t('all');
  return (
    <FilterBar
      id="users"
      values={values}
      onChange={change}
      filters={[
        {
          name: 'search',
          label: t('search'),
          placeholder: t('searchHint'),
          maxLength: ACCOUNT_LIMITS.search,
        },
        {
          name: 'type',
          label: t('type'),
          placeholder,
          options: USER_TYPES.map((type) => ({ value: type, label: t(`types.${type}`) })),
        },
        {
          name: 'site',
          label: t('site'),
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
