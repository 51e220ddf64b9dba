import { WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';
import { ACCOUNT_LIMITS } from '@atelier/domain/identity/contract.ts';
import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { IdCard, Package, UserCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { command } from '../../lib/api/client.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import { usePermission, useSession } from '../../lib/session/use-session.ts';
import { past } from '../../lib/time/past.ts';
import type { Entry } from './entry.ts';
import { pathOfWorker } from './use-badge.tsx';
import { type Found, MOST_HITS, SEARCHING } from './use-found.tsx';

/** Packages by the beginning of their number. */
export function useFoundPackages(words: string): Found {
  const { t } = useTranslation(['palette', 'values']);
  const pathOf = usePackagePath();
  const enabled = words.length >= TRACKING_NUMBER.least && words.length <= TRACKING_NUMBER.most;
  const query = { q: words, direction: 'both', page_size: MOST_HITS } as const;
  const { data, isFetching } = useQuery(
    readQuery(['shipping', 'palette', words], '/packages', query, {
      ...SEARCHING,
      enabled: enabled && pathOf !== undefined,
    }),
  );
  if (!enabled || pathOf === undefined) return { entries: [], isPending: false };
  const entries = (data?.data ?? []).map((row): Entry => ({
    key: `package-${row.id}`,
    group: 'packages',
    title: row.tracking_no,
    note: [
      t('palette:way', { from: row.from.name, to: row.to?.name ?? '' }),
      t('palette:pieces', { count: row.item_count }),
    ].join(' · '),
    icon: <Package aria-hidden />,
    tag: <Tag>{t(`values:shipment.${row.state}`)}</Tag>,
    to: pathOf(row),
  }));
  return { entries, isPending: isFetching };
}

/** Where this account works on a package; undefined for one that has no screen of packages. */
function usePackagePath(): ((row: ShipmentView) => string) | undefined {
  const { site } = useSession().view;
  const sends = {
    shop: usePermission('view prepare package page'),
    other: usePermission('logistic ship out'),
  };
  const receives = {
    shop: usePermission('view receive package page'),
    other: usePermission('(factory) receive from shop'),
  };
  const kind = site?.kind === 'shop' ? 'shop' : 'other';
  if (!sends[kind] && !receives[kind]) return undefined;
  const outbound = kind === 'shop' ? '/preparePackage' : '/operation/14/LogisticsShipOut/';
  const inbound = kind === 'shop' ? '/receivedpackage' : '/operation/packages';
  return ({ tracking_no: number, from }) => {
    const isOwn = from.id === site?.id && sends[kind];
    return `${isOwn ? outbound : inbound}?tracking=${encodeURIComponent(number)}`;
  };
}

/** Accounts and factory hands, for those who manage them. */
export function useFoundPeople(words: string): Found {
  const users = useFoundUsers(words);
  const workers = useFoundWorkers(words);
  return {
    entries: [...users.entries, ...workers.entries],
    isPending: users.isPending || workers.isPending,
  };
}

const FEWEST_LETTERS = 2;
const MOST_PEOPLE = 4;

function useFoundUsers(words: string): Found {
  const mayManage = usePermission('manage user') && past === null;
  const enabled = mayManage && words.length >= FEWEST_LETTERS && words.length <= ACCOUNT_LIMITS.search;
  const query = { search: words, page_size: MOST_PEOPLE };
  const { data, isFetching } = useQuery(
    readQuery(['users', 'palette', words], '/user/list', query, { ...SEARCHING, enabled }),
  );
  const entries = (enabled ? (data?.data ?? []) : []).map((user): Entry => ({
    key: `user-${user.id}`,
    group: 'people',
    title: `${user.name} ${user.last_name}`.trim(),
    note: [user.email, user.site?.name].filter(Boolean).join(' · '),
    icon: <UserCog aria-hidden />,
    to: `/operation/manage-user?search=${encodeURIComponent(user.email)}`,
  }));
  return { entries, isPending: enabled && isFetching };
}

const workersQuery = (search: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['workers', 'palette', search],
    queryFn: ({ signal }) =>
      command({
        path: '/all/rma_workers',
        body: { search, page_size: MOST_PEOPLE },
        signal,
        timeout: 'general',
      }),
    placeholderData: (before) => before,
    enabled,
  });

function useFoundWorkers(words: string): Found {
  const mayManage = usePermission('view manage factory worker permission') && past === null;
  const enabled = mayManage && words.length >= FEWEST_LETTERS && words.length <= WORKER_LENGTH.search;
  const { data, isFetching } = useQuery(workersQuery(words, enabled));
  const entries = (enabled ? (data?.data ?? []) : []).map((worker): Entry => ({
    key: `worker-${worker.ID}`,
    group: 'people',
    title: worker.WorkerName,
    note: [worker.WorkerID, worker.store.name].join(' · '),
    icon: <IdCard aria-hidden />,
    to: pathOfWorker(worker),
  }));
  return { entries, isPending: enabled && isFetching };
}
