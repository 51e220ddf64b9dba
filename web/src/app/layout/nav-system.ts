import {
  Cog,
  FileOutput,
  FileSpreadsheet,
  History,
  ListTree,
  ListX,
  PackageSearch,
  ScrollText,
  SlidersHorizontal,
  UserX,
  UsersRound,
} from 'lucide-react';
import type { NavGroup } from './nav-group.ts';

/** The administrators' part of the sidebar. */
export const SYSTEM_NAV: NavGroup = {
  key: 'system',
  label: 'shell:group.system',
  items: [
    {
      to: '/system/systemConfig',
      label: 'shell:title.systemConfig',
      permission: 'view system config',
      icon: SlidersHorizontal,
    },
    {
      to: '/operation/manage-user',
      label: 'shell:title.manageUser',
      permission: 'manage user',
      icon: UsersRound,
    },
    {
      to: '/system/subReasonManage',
      label: 'shell:title.subReasons',
      permission: 'view (system) subreasons',
      icon: ListTree,
    },
    { to: '/system/orderClear', label: 'shell:title.orderClear', permission: 'order clear', icon: ListX },
    { to: '/system/audit', label: 'shell:title.audit', permission: 'audit replay', icon: ScrollText },
    {
      to: '/system/changes',
      label: 'shell:title.changes',
      permission: 'audit replay',
      or: ['view system config'],
      icon: History,
    },
    { to: '/system/exports', label: 'shell:title.logExports', permission: 'audit replay', icon: FileOutput },
    {
      to: '/system/privacy',
      label: 'shell:title.privacy',
      permission: 'request erasure',
      or: ['decide erasure', 'audit replay'],
      icon: UserX,
    },
    { to: '/operation/jobs', label: 'shell:title.jobs', permission: 'view system config', icon: Cog },
    {
      to: '/system/reference',
      label: 'shell:title.reference',
      permission: 'view system config',
      icon: FileSpreadsheet,
    },
    {
      to: '/system/importProduct',
      label: 'shell:title.importProduct',
      permission: 'view system config',
      icon: PackageSearch,
    },
  ],
};
