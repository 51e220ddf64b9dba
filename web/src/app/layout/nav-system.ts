import {
  Cog,
  FileOutput,
  FileSpreadsheet,
  History,
  House,
  ListTree,
  ListX,
  PackageSearch,
  ScrollText,
  SlidersHorizontal,
  UserX,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { SCREENS } from '../routes.ts';
import type { NavGroup, NavItem } from './nav-group.ts';

/** A screen as an item: called as its title, shown to those who may open it. */
const screen = (to: string, icon: LucideIcon): NavItem[] =>
  SCREENS.flatMap(({ path, title, permission, or = [] }) =>
    path === to && permission ? { to, label: `shell:${title}`, permission, or, icon } : [],
  );

/** The administrators' part of the sidebar. */
export const SYSTEM_NAV: NavGroup = {
  key: 'system',
  label: 'shell:group.system',
  items: [
    screen('/system/home', House),
    screen('/system/systemConfig', SlidersHorizontal),
    screen('/operation/manage-user', UsersRound),
    screen('/system/subReasonManage', ListTree),
    screen('/system/orderClear', ListX),
    screen('/system/audit', ScrollText),
    screen('/system/changes', History),
    screen('/system/exports', FileOutput),
    screen('/system/privacy', UserX),
    screen('/operation/jobs', Cog),
    screen('/system/reference', FileSpreadsheet),
    screen('/system/importProduct', PackageSearch),
  ].flat(),
};
