import { ONE_LINE, TEXT_LENGTH, VISIBLE } from '../contract/limits.ts';
import { plainName } from '../contract/person-text.ts';
import {
  column,
  KEY,
  OPTIONAL,
  refTo,
  text,
  YES_NO,
  type CellValue,
  type ColumnKind,
} from '../reference/import/column.ts';
import { dataSet, type DataSet } from '../reference/import/data-set.ts';
import { ADMINISTRATORS_ONLY } from '../identity/administrators-only.ts';
import { PERMISSIONS, type PermissionName } from '../shared/permissions.ts';
import { ROLE_KEY, WORKER_LENGTH } from '../workforce/contract.ts';
import { WORKER_PERMISSIONS } from '../workforce/worker-role.ts';

const ROLE_PERMISSIONS = PERMISSIONS.filter((name) => !ADMINISTRATORS_ONLY.includes(name));

const anyOf = (names: readonly string[]): ColumnKind => ({
  kind: 'list',
  pattern: new RegExp(`^(?:${names.map((name) => name.replaceAll(/[()]/g, String.raw`\$&`)).join('|')})$`),
  some: false,
});

/** Permissions in the order of the product's list, as events hold them. */
const inOrder =
  (names: readonly PermissionName[]) =>
  ({ permissions }: { readonly permissions?: CellValue }) => ({
    permissions: names.filter((name) => Array.isArray(permissions) && permissions.includes(name)),
  });

const ROLES = dataSet(
  'roles',
  'roles',
  [
    column('name', text(100, VISIBLE), '#INTRANET::FRONT_shop manager', KEY),
    column('permissions', anyOf(ROLE_PERMISSIONS), 'view home page|client search|take payment', {
      ...OPTIONAL,
      blank: [],
    }),
  ],
  { derive: inOrder(PERMISSIONS) },
);

const WORKER_ROLES = dataSet(
  'worker_roles',
  'worker_role_row',
  [
    column('key', text(ROLE_KEY.most, ROLE_KEY.pattern), 'polishing', KEY),
    column('name', text(WORKER_LENGTH.roleName, ONE_LINE), 'Polishing'),
    column('permissions', anyOf(WORKER_PERMISSIONS), 'view home page|repair group|polishing process', {
      ...OPTIONAL,
      blank: [],
    }),
  ],
  { derive: inOrder(WORKER_PERMISSIONS) },
);

/** Neither barcode nor PIN: both are credentials, given and printed on the screen (product/workforce.md §5). */
const WORKERS = dataSet(
  'workers',
  'worker_row',
  [
    column('work_id', text(WORKER_LENGTH.workerId, ONE_LINE), 'W0001', KEY),
    column('name', text(TEXT_LENGTH.personName, VISIBLE), 'Camille Fontaine'),
    column('department', text(WORKER_LENGTH.department, ONE_LINE), 'Polishing', { ...OPTIONAL, blank: '' }),
    column('role', text(ROLE_KEY.most), 'polishing', refTo('worker_role_row', 'key', 'role_key', 'key')),
    column('store', text(8), 'FAC', refTo('sites', 'code', 'site_id')),
    column('active', YES_NO, 'true'),
  ],
  { isPersonal: true, derive: ({ name }) => ({ name: plainName(typeof name === 'string' ? name : '') }) },
);

/**
 * Sets that become events of people and roles: imported at the server's console only, since the screens ask for other permissions than
 * those of reference data. In the order in which a new house brings them, after `REFERENCE_SETS`.
 */
export const CONSOLE_SETS: readonly DataSet[] = [ROLES, WORKER_ROLES, WORKERS];
