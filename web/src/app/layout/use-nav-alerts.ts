import { useDiscrepancies } from '../../shared/queries/discrepancies.ts';
import type { NavGroup, NavItem } from './nav-group.ts';

/** How much behind an item of the sidebar does not agree; 0 while it is not known. */
export function useNavAlerts(groups: readonly NavGroup[]): (item: NavItem) => number {
  const isWanted = groups.some((group) => group.items.some((item) => item.alert === 'discrepancies'));
  const discrepancies = useDiscrepancies(isWanted).rows.length;
  return ({ alert }) => (alert === 'discrepancies' ? discrepancies : 0);
}
