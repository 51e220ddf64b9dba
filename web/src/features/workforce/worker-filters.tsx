import { WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SiteView, WorkerRoleView, WorkersAsked } from './workforce-queries.ts';

interface WorkerFiltersProps {
  asked: WorkersAsked;
  roles: readonly WorkerRoleView[];
  sites: readonly SiteView[];
  onChange: (part: Partial<WorkersAsked>) => void;
}

/** Part of a name, a work id or a department; role, place, and whether the badge opens anything. */
export function WorkerFilters({ asked, roles, sites, onChange }: WorkerFiltersProps) {
  const { t } = useTranslation('workers');
  return (
    <div className="workers-filters" role="search">
      <TextField
        label={t('search')}
        value={asked.search}
        maxLength={WORKER_LENGTH.search}
        placeholder={t('searchHint')}
        onChange={(event) => onChange({ search: event.target.value })}
        testId="workers-search"
      />
      <Select
        label={t('role')}
        value={asked.role}
        placeholder={t('all')}
        options={roles.map(({ ID, Name }) => ({ value: String(ID), label: Name }))}
        onChange={(event) => onChange({ role: event.target.value })}
        testId="workers-role"
      />
      <Select
        label={t('store')}
        value={asked.site}
        placeholder={t('all')}
        options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(event) => onChange({ site: event.target.value })}
        testId="workers-store"
      />
      <Select
        label={t('state')}
        value={asked.active}
        placeholder={t('all')}
        options={[
          { value: 'true', label: t('active') },
          { value: 'false', label: t('inactive') },
        ]}
        onChange={(event) => onChange({ active: event.target.value as WorkersAsked['active'] })}
        testId="workers-active"
      />
    </div>
  );
}
