import type { PermissionName } from '@atelier/domain/shared/permissions.ts';

/** What a kind of factory hand may do (product/workforce.md §4). `key` is unique and never changes. */
export interface WorkerRoleSeed {
  readonly key: string;
  readonly name: string;
  readonly permissions: readonly PermissionName[];
}

const FLOOR = ['view home page', 'view sidebar group rma operation', 'operation dashboard'] as const;

const role = (key: string, name: string, ...permissions: PermissionName[]): WorkerRoleSeed => ({
  key,
  name,
  permissions: [...FLOOR, ...permissions],
});

export const WORKER_ROLES: readonly WorkerRoleSeed[] = [
  role('reception', 'Reception', '(factory) receive from shop', 'package forwarding'),
  role('incoming-check', 'Incoming check', '(factory) receive from shop', 'incoming check', 'sav check'),
  role('repair', 'Repair', 'repair group', 'repair process'),
  role('polishing', 'Polishing', 'repair group', 'polishing process'),
  role('quality', 'Quality', 'repair group', 'QC process', 'QC final', 'repaired'),
  role('plating', 'Plating', 'repair group', 'send to planting', 'assembly group', 'pen plating'),
  role(
    'assembly',
    'Assembly',
    'assembly group',
    'assembly process',
    'setting stone',
    'setting pearl',
    'pen plating',
  ),
  role(
    'logistics',
    'Logistics',
    'repaired',
    'logistic ship out',
    'view batch update rma (logistic ship out)',
    'package forwarding',
  ),
  role(
    'supervisor',
    'Supervisor',
    'view list all rma page for operation',
    '(factory) receive from shop',
    'incoming check',
    'sav check',
    'sav transfer',
    'repair group',
    'repair process',
    'polishing process',
    'QC process',
    'send to planting',
    'assembly group',
    'assembly process',
    'pen plating',
    'setting stone',
    'setting pearl',
    'QC final',
    'repaired',
    'logistic ship out',
    'package forwarding',
  ),
];
