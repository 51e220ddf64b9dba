import type { PermissionName } from '../shared/permissions.ts';

/** What opens screens and changes nothing of the house. */
const READING: ReadonlySet<string> = new Set<PermissionName>([
  'operation dashboard',
  'view sidebar group rma operation',
  'view list all rma page for operation',
  'export',
  'audit replay',
]);

/** Who may read everything and change nothing (product/audit.md §4): an administrator, who holds more, is none. */
export function isAuditor(permissions: Iterable<string>): boolean {
  const held = [...permissions];
  return held.includes('audit replay') && held.every((each) => READING.has(each));
}
