import { ACCOUNT_LIMITS } from '@atelier/domain/identity/contract.ts';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { SiteView, UsersAsked, UserType } from './users-queries.ts';

interface UserFiltersProps {
  asked: UsersAsked;
  sites: readonly SiteView[];
  onChange: (part: Partial<UsersAsked>) => void;
}

/** Part of a name or an address, type, place, and whether the account is in use. */
export function UserFilters({ asked, sites, onChange }: UserFiltersProps) {
  const { t } = useTranslation('users');
  const types: readonly UserType[] = ['shop', 'operation', 'admin'];
  return (
    <div className="users-filters" role="search">
      <TextField
        label={t('search')}
        value={asked.search}
        maxLength={ACCOUNT_LIMITS.search}
        placeholder={t('searchHint')}
        onChange={(event) => onChange({ search: event.target.value })}
        testId="users-search"
      />
      <Select
        label={t('type')}
        value={asked.type}
        placeholder={t('all')}
        options={types.map((type) => ({ value: type, label: t(`types.${type}`) }))}
        onChange={(event) => onChange({ type: event.target.value as UsersAsked['type'] })}
        testId="users-type"
      />
      <Select
        label={t('site')}
        value={asked.site}
        placeholder={t('all')}
        options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(event) => onChange({ site: event.target.value })}
        testId="users-site"
      />
      <Select
        label={t('state')}
        value={asked.active}
        placeholder={t('all')}
        options={[
          { value: 'true', label: t('active') },
          { value: 'false', label: t('inactive') },
        ]}
        onChange={(event) => onChange({ active: event.target.value as UsersAsked['active'] })}
        testId="users-active"
      />
    </div>
  );
}
