import type { PermissionName } from '../shared/permissions.ts';

const opens = (group: PermissionName, names: readonly PermissionName[]) =>
  names.map((name) => [name, group] as const);

/** The sidebar's group of every permission that opens a screen in one (product/screens.md §2). */
const GROUP_OF: ReadonlyMap<string, PermissionName> = new Map([
  ...opens('view sidebar group rma', [
    'view list all rma page',
    'client search',
    'view request new rma page',
    'view prepare package page',
    'view receive package page',
  ]),
  ...opens('view sidebar group rma operation', [
    'view list all rma page for operation',
    '(factory) receive from shop',
    'incoming check',
    'sav check',
    'package forwarding',
    'QC final',
    'repaired',
    'logistic ship out',
  ]),
  ...opens('repair group', ['repair process', 'polishing process', 'QC process', 'send to planting']),
  ...opens('assembly group', ['assembly process', 'pen plating', 'setting stone', 'setting pearl']),
]);

/** Permissions with the sidebar groups they need: a screen that may be opened is never hidden with its group. */
export function withSidebarGroups<Name extends string>(
  held: readonly Name[],
): readonly (Name | PermissionName)[] {
  return [...new Set([...held, ...held.flatMap((name) => GROUP_OF.get(name) ?? [])])];
}
