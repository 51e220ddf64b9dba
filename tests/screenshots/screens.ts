import type { Page } from '@playwright/test';
import type { PersonName } from '../e2e/support/windows.ts';
import { PREPARED } from './prepared.ts';

/**
 * A screen to take pictures of: who sees it, and where. `{rma}` stands for a repair of the shop, `{reference}` for its link,
 * `{loan}` for a repair that is ready while its client has a loan piece.
 */
export interface ShotScreen {
  readonly name: string;
  /** null: without a sign-in. */
  readonly who: PersonName | null;
  readonly path: string;
  /** What is done before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** What stands on the screen then, by its test id. */
  readonly shows?: string;
}

const of = (who: PersonName | null, paths: Readonly<Record<string, string>>): readonly ShotScreen[] =>
  Object.entries(paths).map(([name, path]) => ({ name, who, path }));

/**
 * Every screen of the product, with an account that works on it. A test compares it with the routes. The wall is an account's
 * last screen: it ends the person's sign-in.
 */
export const SCREENS: readonly ShotScreen[] = [
  ...of(null, {
    'sign-in': '/login',
    'customer-lookup': '/customerStatus',
    'customer-page': '/customerStatus?rma_id={reference}',
    'customer-guide': '/guide',
  }),
  ...of('paris', {
    'shop-dashboard': '/dashboard',
    'shop-list': '/listRma',
    'shop-detail': '/readRma?id={rma}&work=1',
    search: '/searchRma?q=PAR-00',
    'client-search': '/clientSearch',
    deposit: '/createRma',
    packing: '/preparePackage',
    receiving: '/receivedpackage',
    pickup: '/pickup',
    'pickup-client': '/pickup?id={rma}',
    'call-list': '/callList',
    documentation: '/documentation',
    'shop-guide': '/documentation/shop',
    'shop-kiosk': '/dashboard?kiosk=1',
  }),
  ...of('warehouse', {
    'warehouse-board': '/operation/dashboard',
    'warehouse-list': '/operation/listRma',
    'warehouse-packages': '/operation/packages',
    'receive-from-shop': '/receiveFromShop',
    'sav-check': '/savCheck',
    forwarding: '/operation/18/MCToCN/',
    custody: '/custody',
    figures: '/insight',
    'figures-flow': '/insight/flow?where=factory:31',
    'defect-radar': '/insight/radar',
    gold: '/insight/gold',
    capacity: '/insight/capacity?where=factory:31',
    'own-mails': '/insight/mail',
    'process-map': '/insight/process',
    nav: '/operation/nav',
  }),
  ...of('factory', {
    board: '/operation/dashboard',
    'repair-process': '/sendToRepair',
    polishing: '/operation/5/RepairPolish/',
    'repair-qc': '/operation/6/RepairQC/',
    plating: '/sendToPlating',
    'repair-done': '/receiveFromRepair',
    'ship-out': '/operation/14/LogisticsShipOut/',
    'board-kiosk': '/operation/dashboard?kiosk=1',
  }),
  ...of('station', { 'worker-sign-in': '/operation/rmafactory/login' }),
  ...of('admin', {
    'admin-home': '/system/home',
    'all-sites': '/operation/dashboard',
    'all-figures': '/insight',
    'all-processes': '/insight/process',
    'what-if': '/insight/what-if?warranty_years=1&fees_percent=10',
    waivers: '/waivers',
    workers: '/worker-list',
    'worker-roles': '/workers-roles',
    settings: '/system/systemConfig',
    accounts: '/operation/manage-user',
    reasons: '/system/subReasonManage',
    clearing: '/system/orderClear',
    changes: '/system/changes',
    privacy: '/system/privacy',
    exports: '/system/exports',
    jobs: '/operation/jobs',
    reference: '/system/reference',
    products: '/system/importProduct',
  }),
  ...of('auditor', { 'audit-home': '/system/audit', replay: '/system/audit/replay' }),
  ...PREPARED,
];
