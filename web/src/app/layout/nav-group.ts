import type { UserType } from '@atelier/domain/identity/contract.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { DashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import type { LucideIcon } from 'lucide-react';

export interface NavItem {
  to: string;
  /** Key in `shell`, or in `status` for a stage. */
  label: string;
  permission: PermissionName;
  /** Holding one of these instead is enough too. */
  or?: readonly PermissionName[];
  icon: LucideIcon;
  /** The other kind of site has a separate dashboard (product/identity.md §5). */
  only?: UserType;
  /** A counter of the dashboard's, or the pieces standing at a stage. */
  count?: { stat: keyof DashboardStats } | { status: number } | { inbox: 'waivers' | 'calls' };
  /** The screen behind it has a discrepancy that needs attention. */
  alert?: 'discrepancies';
}

export interface NavGroup {
  key: string;
  label?: string;
  /** The whole group hides without it (product/screens.md §2). */
  permission?: PermissionName;
  items: readonly NavItem[];
}
