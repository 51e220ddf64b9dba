import { useRules } from '../rules/rules.ts';
import { useSession } from '../../lib/session/use-session.ts';

/** Whether this bench validates at each accepted scan, as configured for its site (product/repair.md §9). */
export function useValidatesOnScan(target: number): boolean {
  const { site } = useSession().view;
  const sites = useRules().validateOnScan[target] ?? [];
  return site !== null && sites.includes(site.id);
}
