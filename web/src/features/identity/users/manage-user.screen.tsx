import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ListScreen } from '../../../shared/paged-table/list-screen.tsx';
import { sitesQuery } from '../../../shared/queries/sites.ts';
import { oneOf, readId, withParams } from '../../../shared/filter-bar/use-filters.ts';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { KeysPart } from '../keys/keys-part.tsx';
import { RolesPart } from '../roles/roles-part.tsx';
import { NewUserPanel } from './new-user-panel.tsx';
import { UserFilters } from './user-filters.tsx';
import { UserList } from './user-list.tsx';
import { UserPanel } from './user-panel.tsx';
import { useUserFilters, useUsers, type SiteView } from '../queries.ts';

import './users.css';

const WebhooksPanel = lazy(async () => ({
  default: (await import('../../webhooks/webhooks.panel.tsx')).WebhooksPanel,
}));

const VIEWS = ['people', 'roles', 'keys', 'webhooks'] as const;
const readView = oneOf(VIEWS);

/** `/operation/manage-user`: accounts and their roles, API keys and webhooks (product/identity.md §8). */
export function Screen() {
  const { t } = useTranslation('users');
  const [params, setParams] = useSearchParams();
  const view = readView(params.get('view') ?? '') || 'people';
  const sites = useQuery(sitesQuery()).data?.data ?? [];
  return (
    <Stack gap={16}>
      <div>
        <SegmentedControl
          label={t('view.label')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(next) => setParams(next === 'people' ? {} : { view: next }, { replace: true })}
          testId="accounts-view"
        />
      </div>
      {view === 'people' && <People sites={sites} />}
      {view === 'keys' && <KeysPart sites={sites} />}
      {view === 'roles' && <RolesPart />}
      <Suspense fallback={null}>{view === 'webhooks' && <WebhooksPanel sites={sites} />}</Suspense>
    </Stack>
  );
}

function People({ sites }: { sites: readonly SiteView[] }) {
  const { t } = useTranslation('users');
  const filters = useUserFilters();
  const [open, show] = useOpenUser();
  const users = useUsers(filters);
  return (
    <ListScreen
      id="users"
      lead={t('lead')}
      title={t('title')}
      total={users.data && (users.data.total ?? 0)}
      add={{
        label: t('new'),
        icon: <UserPlus size={16} aria-hidden />,
        onClick: () => show('new'),
        testId: 'user-new',
      }}
      list={
        <>
          <UserFilters filters={filters} sites={sites} />
          <UserList query={users} filters={filters} onOpen={show} />
        </>
      }
    >
      {open === 'new' && <NewUserPanel sites={sites} onClose={() => show(null)} />}
      {typeof open === 'number' && (
        <UserPanel key={open} id={open} sites={sites} onClose={() => show(null)} />
      )}
    </ListScreen>
  );
}

/** Which account stands open beside the list; `new` = one that is being written. */
type OpenUser = number | 'new' | null;

/** The open account stands in the address, so that it can be sent to a colleague. */
function useOpenUser(): readonly [OpenUser, (open: OpenUser) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.get('user') ?? '';
  const open = text === 'new' ? text : Number(readId(text)) || null;
  return [
    open,
    (next) => setParams((before) => withParams(before, { user: String(next ?? '') }), { replace: true }),
  ];
}
