import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { matchRoutes } from 'react-router-dom';
import { Status } from '@atelier/domain/shared/status.ts';

/** A screen behind the guard: where, whose text names it, which file draws it, and who may see it. */
export interface ScreenRoute {
  path: string;
  /** Key of the page's title in `shell`. */
  title: string;
  /** `features/<slice>/<name>.screen.tsx`, which exports `Screen`. */
  screen: string;
  permission?: PermissionName;
  /** Holding one of these instead is enough too. */
  or?: readonly PermissionName[];
  /** Fixed parameters of a screen that several addresses share. */
  props?: Record<string, number>;
}

/** The routes of product/screens.md §1; each slice joins with its own. */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/dashboard',
    title: 'title.dashboard',
    screen: 'dashboard/shop-dashboard',
    permission: 'view home page',
  },
  {
    path: '/operation/dashboard',
    title: 'title.operationDashboard',
    screen: 'dashboard/operation-dashboard',
    permission: 'operation dashboard',
  },
  {
    path: '/listRma',
    title: 'title.listRma',
    screen: 'repair-list/list-rma',
    permission: 'view list all rma page',
  },
  {
    path: '/callList',
    title: 'title.callList',
    screen: 'repair/calls/call-list',
    permission: 'shop handover',
  },
  {
    path: '/operation/listRma',
    title: 'title.listRmaOperation',
    screen: 'repair-list/list-rma-operation',
    permission: 'view list all rma page for operation',
  },
  {
    path: '/createRma',
    title: 'title.createRma',
    screen: 'deposit/create-rma',
    permission: 'view request new rma page',
  },
  { path: '/readRma', title: 'title.readRma', screen: 'repair-detail/read-rma' },
  { path: '/searchRma', title: 'title.searchRma', screen: 'repair-list/search/search-rma' },
  {
    path: '/clientSearch',
    title: 'title.clientSearch',
    screen: 'repair-list/search/client-search',
    permission: 'client search',
  },
  {
    path: '/pickup',
    title: 'title.pickup',
    screen: 'repair/pickup/pickup',
    permission: 'shop handover',
  },
  {
    path: '/preparePackage',
    title: 'title.preparePackage',
    screen: 'shipping/prepare-package',
    permission: 'view prepare package page',
  },
  {
    path: '/waivers',
    title: 'title.waivers',
    screen: 'repair/decisions/waivers',
    permission: 'decide waived fee',
  },
  {
    path: '/operation/nav',
    title: 'title.nav',
    screen: 'nav/nav',
    permission: 'logistic ship out',
  },
  {
    path: '/insight',
    title: 'title.insight',
    screen: 'insight/figures',
    permission: 'view home page',
    or: ['operation dashboard', 'audit replay'],
  },
  {
    path: '/insight/flow',
    title: 'title.insightFlow',
    screen: 'insight/flow/flow',
    permission: 'operation dashboard',
    or: ['audit replay'],
  },
  {
    path: '/insight/process',
    title: 'title.insightProcess',
    screen: 'insight/process/process',
    permission: 'view home page',
    or: ['operation dashboard', 'audit replay'],
  },
  {
    path: '/insight/radar',
    title: 'title.insightRadar',
    screen: 'insight/radar/radar',
    permission: 'operation dashboard',
    or: ['audit replay'],
  },
  {
    path: '/insight/gold',
    title: 'title.insightGold',
    screen: 'insight/gold/gold',
    permission: 'view home page',
    or: ['operation dashboard', 'audit replay'],
  },
  {
    path: '/insight/capacity',
    title: 'title.insightCapacity',
    screen: 'insight/capacity/capacity',
    permission: 'operation dashboard',
    or: ['audit replay'],
  },
  {
    path: '/insight/what-if',
    title: 'title.insightWhatIf',
    screen: 'insight/what-if/what-if',
    permission: 'audit replay',
  },
  {
    path: '/insight/mail',
    title: 'title.ownMail',
    screen: 'insight/own-mail/own-mail',
    permission: 'view home page',
    or: ['operation dashboard', 'audit replay'],
  },
  {
    path: '/custody',
    title: 'title.custody',
    screen: 'custody/custody',
    permission: 'view list all rma page for operation',
  },
  {
    path: '/savCheck',
    title: 'title.savCheck',
    screen: 'repair/sav/sav-check',
    permission: 'sav check',
  },
  {
    path: '/receivedpackage',
    title: 'title.receivedPackage',
    screen: 'shipping/receiving/received-package',
    permission: 'view receive package page',
  },
  {
    path: '/operation/packages',
    title: 'title.packages',
    screen: 'shipping/receiving/received-package',
    permission: '(factory) receive from shop',
  },
  {
    path: '/receiveFromShop',
    title: 'title.stage',
    screen: 'repair/scan-stage',
    permission: '(factory) receive from shop',
    props: { target: Status.ReceiveFromShop },
  },
  {
    path: '/sendToRepair',
    title: 'title.stage',
    screen: 'repair/scan-stage',
    permission: 'repair process',
    props: { target: Status.RepairProcess },
  },
  {
    path: '/sendToPlating',
    title: 'title.stage',
    screen: 'repair/scan-stage',
    permission: 'send to planting',
    props: { target: Status.PlatingProcess },
  },
  {
    path: '/receiveFromRepair',
    title: 'title.stage',
    screen: 'repair/scan-stage',
    permission: 'repaired',
    props: { target: Status.RepairDone },
  },
  // Sending out is packing, not scanning: the fixed number wins over the stage's parameter.
  {
    path: '/operation/14/:divisionName',
    title: 'title.stage',
    screen: 'shipping/ship-out',
    permission: 'logistic ship out',
  },
  {
    path: '/operation/18/:divisionName',
    title: 'title.packageForwarding',
    screen: 'transfer/transfer',
    permission: 'package forwarding',
  },
  { path: '/operation/:divisionId/:divisionName', title: 'title.stage', screen: 'repair/scan-stage' },
  {
    path: '/worker-list',
    title: 'title.workerList',
    screen: 'workforce/worker-list',
    permission: 'view manage factory worker permission',
  },
  {
    path: '/workers-roles',
    title: 'title.workersRoles',
    screen: 'workforce/workers-roles',
    permission: 'view manage factory worker permission',
  },
  { path: '/operation/rmafactory/login', title: 'title.workerLogin', screen: 'identity/worker-login' },
  {
    path: '/system/home',
    title: 'group.administration',
    screen: 'system/home/home',
    permission: 'view system config',
  },
  {
    path: '/system/systemConfig',
    title: 'title.systemConfig',
    screen: 'system/system-config',
    permission: 'view system config',
  },
  {
    path: '/system/orderClear',
    title: 'title.orderClear',
    screen: 'clearing/order-clear',
    permission: 'order clear',
  },
  {
    path: '/operation/manage-user',
    title: 'title.manageUser',
    screen: 'identity/users/manage-user',
    permission: 'manage user',
  },
  {
    path: '/system/subReasonManage',
    title: 'title.subReasons',
    screen: 'reference/subreasons/sub-reason-manage',
    permission: 'view (system) subreasons',
  },
  { path: '/system/audit', title: 'title.audit', screen: 'audit/audit', permission: 'audit replay' },
  { path: '/system/audit/replay', title: 'title.audit', screen: 'audit/replay', permission: 'audit replay' },
  {
    path: '/system/changes',
    title: 'title.changes',
    screen: 'system/changes',
    permission: 'audit replay',
    or: ['view system config'],
  },
  {
    path: '/system/privacy',
    title: 'title.privacy',
    screen: 'privacy/privacy',
    permission: 'request erasure',
    or: ['decide erasure', 'audit replay'],
  },
  {
    path: '/system/exports',
    title: 'title.logExports',
    screen: 'audit/exports',
    permission: 'audit replay',
  },
  {
    path: '/operation/jobs',
    title: 'title.jobs',
    screen: 'system/jobs/jobs',
    permission: 'view system config',
  },
  {
    path: '/system/importProduct',
    title: 'title.importProduct',
    screen: 'reference/import-product',
    permission: 'view system config',
  },
  {
    path: '/system/reference',
    title: 'title.reference',
    screen: 'reference/reference-import',
    permission: 'view system config',
  },
];

/** The screen an address leads to, by the router's own ranking: `/operation/rmafactory/login` is no stage. */
export const screenAt = (pathname: string): ScreenRoute | undefined =>
  matchRoutes([...SCREENS], pathname)?.at(-1)?.route;
