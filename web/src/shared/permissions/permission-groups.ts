import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { withSidebarGroups } from '@atelier/domain/identity/sidebar-groups.ts';
import { STATUSES } from '@atelier/domain/shared/status.ts';

/** Permissions as they belong together at work. */
export interface PermissionGroup {
  readonly key: 'shop' | 'office' | 'arrival' | 'repair' | 'assembly' | 'finish' | 'house';
  readonly names: readonly PermissionName[];
}

export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  {
    key: 'shop',
    names: [
      'view list all rma page',
      'view (shop) get all rma',
      'view request new rma page',
      'view prepare package page',
      'view receive package page',
      'client search',
      'shop handover',
      'cancel or edit rma',
      'take payment',
      'decide waived fee',
    ],
  },
  {
    key: 'arrival',
    names: [
      '(factory) receive from shop',
      'incoming check',
      'sav check',
      'sav transfer',
      'package forwarding',
    ],
  },
  {
    key: 'repair',
    names: ['repair process', 'polishing process', 'QC process', 'send to planting'],
  },
  {
    key: 'assembly',
    names: ['assembly process', 'pen plating', 'setting stone', 'setting pearl'],
  },
  {
    key: 'finish',
    names: ['QC final', 'repaired', 'logistic ship out', 'view batch update rma (logistic ship out)'],
  },
  {
    key: 'office',
    names: ['view home page', 'operation dashboard', 'view list all rma page for operation', 'export'],
  },
  {
    key: 'house',
    names: [
      'view manage factory worker permission',
      'view system config',
      'engine system config',
      'view (system) subreasons',
      'order clear',
      'manage user',
      'audit replay',
      'request erasure',
      'decide erasure',
    ],
  },
];

/** Those that only open a group in the sidebar: they follow the screens in the group. */
const OPENERS: readonly PermissionName[] = [
  'view sidebar group rma',
  'view sidebar group rma operation',
  'repair group',
  'assembly group',
];

/** The role with a permission more or less. A screen without its group would be held and missing in the sidebar. */
export function toggled(
  chosen: readonly PermissionName[],
  name: PermissionName,
  isOn: boolean,
): readonly PermissionName[] {
  const benches = chosen.filter((each) => each !== name && !OPENERS.includes(each));
  const next = isOn ? [...benches, name] : benches;
  return withSidebarGroups(next);
}

/** Without the openers of groups, which are not separate choices. */
export const benchesOf = (chosen: readonly string[]): readonly string[] =>
  chosen.filter((name) => !OPENERS.some((opener) => opener === name));

/** Permissions to work at one stage, which are called as the stage is. */
const STAGES: readonly PermissionName[] = [
  '(factory) receive from shop',
  'incoming check',
  'sav check',
  'repair process',
  'polishing process',
  'QC process',
  'assembly process',
  'pen plating',
  'setting stone',
  'setting pearl',
  'QC final',
  'logistic ship out',
];

/** Where a permission's words stand: a stage has one name on every screen. */
export function wordsOf(name: string): string {
  const stage = STAGES.find((permission) => permission === name);
  const status = stage && STATUSES.find(({ permission }) => permission === stage);
  return status === undefined ? `permissions:name.${textKey(name)}` : `status:name.${status.id}`;
}

/** A permission's key among the texts: dots and brackets mean something there. */
export const textKey = (name: string): string =>
  name
    .replaceAll(/[^a-zA-Z]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toLowerCase();
