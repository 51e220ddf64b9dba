import type { PermissionName } from '@atelier/domain/identity/permissions.ts';

/** Permissions of a role as the factory's floor has them. `opens` shows the whole group in the sidebar (specification §6). */
export interface PermissionGroup {
  readonly key: 'office' | 'arrival' | 'repair' | 'assembly' | 'finish';
  readonly opens?: PermissionName;
  readonly names: readonly PermissionName[];
}

export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  {
    key: 'arrival',
    opens: 'view sidebar group rma operation',
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
    opens: 'repair group',
    names: ['repair process', 'polishing process', 'QC process', 'send to planting'],
  },
  {
    key: 'assembly',
    opens: 'assembly group',
    names: ['assembly process', 'pen plating', 'setting stone', 'setting pearl'],
  },
  {
    key: 'finish',
    opens: 'view sidebar group rma operation',
    names: ['QC final', 'repaired', 'logistic ship out', 'view batch update rma (logistic ship out)'],
  },
  {
    key: 'office',
    names: ['view home page', 'operation dashboard', 'view list all rma page for operation'],
  },
];

/** Those that only open a group in the sidebar: they follow the benches by themselves. */
const OPENERS: readonly PermissionName[] = [
  'view sidebar group rma operation',
  'repair group',
  'assembly group',
];

const needs = (name: PermissionName): readonly PermissionName[] => {
  if (name === 'view list all rma page for operation') return ['view sidebar group rma operation'];
  const opens = PERMISSION_GROUPS.find(({ names }) => names.includes(name))?.opens;
  return opens === undefined ? [] : [opens];
};

/** The role with a bench more or less. A bench without its group would be held and never seen. */
export function toggled(
  chosen: readonly PermissionName[],
  name: PermissionName,
  isOn: boolean,
): readonly PermissionName[] {
  const benches = chosen.filter((each) => each !== name && !OPENERS.includes(each));
  const next = isOn ? [...benches, name] : benches;
  return [...new Set([...next, ...next.flatMap(needs)])];
}

/** Benches alone: what opens their groups is no choice of its own. */
export const benchesOf = (chosen: readonly string[]): readonly string[] =>
  chosen.filter((name) => !OPENERS.some((opener) => opener === name));

/** A permission's key among the texts: dots and brackets mean something there. */
export const textKey = (name: string): string =>
  name
    .replaceAll(/[^a-zA-Z]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toLowerCase();
