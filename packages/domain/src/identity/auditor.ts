import type { PermissionName } from '../shared/permissions.ts';
import type { Principal } from './principal.ts';

/** What opens screens and changes nothing of the house. */
const READING: ReadonlySet<string> = new Set<PermissionName>([
  'operation dashboard',
  'view sidebar group rma operation',
  'view list all rma page for operation',
  'export',
  'audit replay',
]);

/** Whose reading of personal data is an event: an auditor's, and that of another system (product/audit.md §7). */
export const isReadingRecorded = ({
  permissions,
  apiKey,
}: Pick<Principal, 'permissions' | 'apiKey'>): boolean => apiKey === true || isAuditor(permissions);

/** Who may read everything and change nothing (product/audit.md §4): an administrator, who holds more, is none. */
export function isAuditor(permissions: Iterable<string>): boolean {
  const held = [...permissions];
  return held.includes('audit replay') && held.every((each) => READING.has(each));
}
