import type { UserType } from '@atelier/domain/identity/contract.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { isDoneAt, Status } from '@atelier/domain/shared/status.ts';
import {
  type LucideIcon,
  BadgeCheck,
  Box,
  CheckCheck,
  ClipboardCheck,
  Diamond,
  Droplets,
  FileCheck2,
  Gem,
  Hammer,
  Hand,
  House,
  IdCard,
  Inbox,
  LayoutGrid,
  List,
  ListChecks,
  PackageCheck,
  PackageOpen,
  PenTool,
  Phone,
  Plus,
  Puzzle,
  ScanLine,
  ScanSearch,
  Search,
  Sparkles,
  Stamp,
  Truck,
  UserRoundCog,
  UserSearch,
  Waypoints,
} from 'lucide-react';
import type { NavGroup, NavItem } from './nav-group.ts';
import { INSIGHT_NAV } from './nav-insight.ts';
import { SYSTEM_NAV } from './nav-system.ts';

const stage = (to: string, status: number, permission: PermissionName, icon: LucideIcon): NavItem => ({
  to,
  label: `status:name.${status}`,
  permission,
  icon,
  count: { status },
});

/** The sidebar: order as the work goes. Each item shows only to who holds its permission. */
export const NAV: readonly NavGroup[] = [
  {
    key: 'home',
    items: [
      {
        to: '/dashboard',
        label: 'shell:title.dashboard',
        permission: 'view home page',
        icon: House,
        only: 'shop',
      },
      {
        to: '/operation/dashboard',
        label: 'shell:title.operationDashboard',
        permission: 'operation dashboard',
        icon: LayoutGrid,
      },
      {
        to: '/waivers',
        label: 'shell:title.waivers',
        permission: 'decide waived fee',
        icon: Stamp,
        count: { inbox: 'waivers' },
      },
    ],
  },
  INSIGHT_NAV,
  {
    key: 'rma',
    label: 'shell:group.rma',
    permission: 'view sidebar group rma',
    items: [
      {
        to: '/listRma',
        label: 'shell:title.listRma',
        permission: 'view list all rma page',
        icon: List,
        only: 'shop',
      },
      {
        to: '/callList',
        label: 'shell:title.callList',
        permission: 'shop handover',
        icon: Phone,
        only: 'shop',
        count: { inbox: 'calls' },
      },
      {
        to: '/searchRma',
        label: 'shell:title.searchRma',
        permission: 'view list all rma page',
        icon: Search,
        only: 'shop',
      },
      {
        to: '/clientSearch',
        label: 'shell:title.clientSearch',
        permission: 'client search',
        icon: UserSearch,
      },
      {
        to: '/createRma',
        label: 'shell:title.createRma',
        permission: 'view request new rma page',
        icon: Plus,
      },
      {
        to: '/pickup',
        label: 'shell:title.pickup',
        permission: 'shop handover',
        icon: Hand,
        only: 'shop',
        count: { stat: 'waiting_for_customer' },
      },
      {
        to: '/preparePackage',
        label: 'shell:title.preparePackage',
        permission: 'view prepare package page',
        icon: Box,
        count: { stat: 'ready_to_ship' },
      },
      {
        to: '/receivedpackage',
        label: 'shell:title.receivedPackage',
        permission: 'view receive package page',
        icon: Inbox,
        count: { stat: 'in_transit' },
        alert: 'discrepancies',
      },
    ],
  },
  {
    key: 'operation',
    label: 'shell:group.operation',
    permission: 'view sidebar group rma operation',
    items: [
      {
        to: '/operation/listRma',
        label: 'shell:title.listRmaOperation',
        permission: 'view list all rma page for operation',
        icon: List,
      },
      {
        to: '/searchRma',
        label: 'shell:title.searchRma',
        permission: 'view list all rma page for operation',
        icon: Search,
      },
      {
        to: '/custody',
        label: 'shell:title.custody',
        permission: 'view list all rma page for operation',
        icon: ScanSearch,
      },
      {
        to: '/operation/packages',
        label: 'shell:title.packages',
        permission: '(factory) receive from shop',
        icon: PackageOpen,
        alert: 'discrepancies',
      },
      stage('/receiveFromShop', 3, '(factory) receive from shop', Inbox),
      stage('/operation/19/IncomingCheck/', 19, 'incoming check', ClipboardCheck),
      stage('/operation/17/SAVCheckResult/', 17, 'sav check', BadgeCheck),
      { to: '/savCheck', label: 'shell:title.savCheck', permission: 'sav check', icon: ListChecks },
      {
        to: '/operation/18/MCToCN/',
        label: 'shell:title.packageForwarding',
        permission: 'package forwarding',
        icon: Waypoints,
        count: { status: Status.MCToCN },
      },
    ],
  },
  {
    key: 'repair',
    label: 'shell:group.repair',
    permission: 'repair group',
    items: [
      stage('/sendToRepair', 4, 'repair process', Hammer),
      stage('/operation/5/RepairPolish/', 5, 'polishing process', Sparkles),
      stage('/operation/6/RepairQC/', 6, 'QC process', ScanLine),
      stage('/sendToPlating', 7, 'send to planting', Droplets),
    ],
  },
  {
    key: 'assembly',
    label: 'shell:group.assembly',
    permission: 'assembly group',
    items: [
      stage('/operation/8/AssemblyProcess/', 8, 'assembly process', Puzzle),
      stage('/operation/9/AssemblyPenPlatingProcess/', 9, 'pen plating', PenTool),
      stage('/operation/10/AssemblySettingStone/', 10, 'setting stone', Diamond),
      stage('/operation/11/AssemblySettingPearl/', 11, 'setting pearl', Gem),
    ],
  },
  {
    key: 'finish',
    label: 'shell:group.finish',
    permission: 'view sidebar group rma operation',
    items: [
      stage('/operation/12/FinalQCProcess/', 12, 'QC final', CheckCheck),
      stage('/receiveFromRepair', 13, 'repaired', PackageCheck),
      stage('/operation/14/LogisticsShipOut/', 14, 'logistic ship out', Truck),
      {
        to: '/operation/nav',
        label: 'shell:title.nav',
        permission: 'logistic ship out',
        icon: FileCheck2,
      },
    ],
  },
  {
    key: 'administration',
    label: 'shell:group.administration',
    items: [
      {
        to: '/worker-list',
        label: 'shell:title.workerList',
        permission: 'view manage factory worker permission',
        icon: IdCard,
      },
      {
        to: '/workers-roles',
        label: 'shell:title.workersRoles',
        permission: 'view manage factory worker permission',
        icon: UserRoundCog,
      },
    ],
  },
  SYSTEM_NAV,
];

export interface NavViewer {
  permissions: readonly string[];
  userType: UserType;
  /** Where the person stands; undefined for administrators, who see every stage. */
  siteKind?: 'shop' | 'warehouse' | 'factory' | undefined;
  /** Groups show without a separate permission, as long as one of their screens may be opened. */
  allGroups?: boolean;
}

/** The groups and items a person may see; an empty group is none. */
export function visibleNav(
  { permissions, userType, siteKind, allGroups }: NavViewer,
  groups: readonly NavGroup[] = NAV,
): NavGroup[] {
  const held = new Set(permissions);
  const isFor = ({ permission, or, only }: NavItem) =>
    [permission, ...(or ?? [])].some((each) => held.has(each)) && (!only || only === userType);
  const isDoneHere = ({ count }: NavItem) =>
    siteKind === undefined || count === undefined || !('status' in count) || isDoneAt(count.status, siteKind);
  return groups
    .filter(({ permission }) => allGroups || !permission || held.has(permission))
    .map((group) => ({ ...group, items: group.items.filter((item) => isFor(item) && isDoneHere(item)) }))
    .filter((group) => group.items.length > 0);
}

type ViewedSession = Pick<SessionView, 'allPermission' | 'user'> & Partial<Pick<SessionView, 'site'>>;

/** The sidebar's view of a session: without its permission a group is hidden with all its items (product/screens.md §2). */
export const viewerOf = (view: ViewedSession): NavViewer => ({
  permissions: view.allPermission,
  userType: view.user.user_type,
  siteKind: view.site?.kind,
});

/** What a person may open, whatever groups their sidebar shows: for the command palette and the landing page. */
export const openableBy = (view: ViewedSession): NavViewer => ({ ...viewerOf(view), allGroups: true });
