import type { Page } from '@playwright/test';
import type { PersonName } from '../e2e/support/windows.ts';
import { scanAccepted, scanOf, scanOffline } from './bench-states.ts';
import { decideErasure } from './guide-states.ts';
import { POLISHING, REPAIR_DONE, writeReply } from './prepared.ts';

/** A picture of a guide: whose screen, and which part of it. `{rma}` and `{reference}` as in `screens.ts`, `{fee}` a fee link. */
export interface GuidePicture {
  /** The file's name, as `web/src/features/system/docs/guides/guides.ts` has it. */
  readonly name: string;
  /** null: without a sign-in. */
  readonly who: PersonName | null;
  readonly path: string;
  /** What is done before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Where the picture begins; the screen itself when not given. */
  readonly from?: string;
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.getByTestId('palette-input').fill('PAR-00');
  await page.waitForTimeout(1500);
}

/** Shows what the bench knows of its first piece. */
async function chooseLine(page: Page): Promise<void> {
  await page.locator('[data-testid^="line-"]').first().click();
  await page.waitForTimeout(1500);
}

/** A scan's burst is over before a key is pressed: the bench must not take it for the scanner's. */
const scanThenPress =
  (key: string) =>
  async (page: Page): Promise<void> => {
    await scanAccepted(page);
    await page.waitForTimeout(500);
    await page.locator('body').press(key);
    await showDialog(page);
  };

/** A window of a picture's height, so that the dialog in its middle is whole. */
async function showDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  const { width = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height: 540 });
}

/** A client of the demo, by the name that the pickup shows. */
async function findClient(page: Page): Promise<void> {
  await page.getByTestId('privacy-words').fill('Lacombe');
  await page.getByTestId('privacy-find-go').click();
  await page.getByTestId('privacy-persons').waitFor();
}

async function askToHold(page: Page): Promise<void> {
  await findClient(page);
  await page.locator('[data-testid^="hold-"]').first().click();
  await showDialog(page);
}

async function decide(page: Page): Promise<void> {
  await decideErasure(page);
  await showDialog(page);
}

/** Every picture of the guides. A test compares the names with those that guides show. */
export const GUIDE_PICTURES: readonly GuidePicture[] = [
  { name: 'follow', who: null, path: '/customerStatus?rma_id={reference}', from: '.cust' },
  {
    name: 'collect',
    who: null,
    path: '/customerStatus?rma_id={reference}',
    from: '[data-testid=pickup-section]',
  },
  { name: 'fee', who: null, path: '{fee}', from: 'body' },
  {
    name: 'messages',
    who: null,
    path: '/customerStatus?rma_id={reference}',
    from: '.cust-receipt',
  },
  { name: 'deposit', who: 'paris', path: '/createRma' },
  { name: 'pack', who: 'paris', path: '/preparePackage' },
  { name: 'receive', who: 'paris', path: '/receivedpackage' },
  { name: 'pickup', who: 'paris', path: '/pickup?id={rma}' },
  { name: 'calls', who: 'paris', path: '/callList' },
  {
    name: 'thread',
    who: 'paris',
    path: '/callList',
    prepare: writeReply,
    from: '[data-testid=messages-part]',
  },
  { name: 'loan', who: 'paris', path: '/pickup?id={loan}' },
  { name: 'find', who: 'paris', path: '/dashboard', prepare: search, from: '.palette' },
  { name: 'warehouse-receive', who: 'warehouse', path: '/receiveFromShop' },
  { name: 'incoming', who: 'warehouse', path: '/operation/19/IncomingCheck/' },
  { name: 'sav', who: 'warehouse', path: '/savCheck' },
  { name: 'forward', who: 'warehouse', path: '/operation/18/MCToCN/' },
  { name: 'work', who: 'factory', path: '/operation/6/RepairQC/', prepare: chooseLine },
  { name: 'findings', who: 'factory', path: POLISHING, prepare: scanThenPress('s') },
  { name: 'bench-hold', who: 'factory', path: POLISHING, prepare: scanThenPress('h') },
  {
    name: 'bring-back',
    who: 'factory',
    path: POLISHING,
    prepare: scanOf(REPAIR_DONE, 'already_done'),
  },
  { name: 'undo', who: 'factory', path: POLISHING, prepare: scanAccepted },
  { name: 'offline', who: 'factory', path: POLISHING, prepare: scanOffline },
  { name: 'ship', who: 'factory', path: '/operation/14/LogisticsShipOut/' },
  { name: 'signin', who: 'station', path: '/operation/rmafactory/login' },
  { name: 'custody', who: 'admin', path: '/custody?by=item&q={number}' },
  { name: 'badge', who: 'admin', path: '/worker-list' },
  { name: 'account', who: 'admin', path: '/operation/manage-user' },
  { name: 'setting', who: 'admin', path: '/system/systemConfig' },
  { name: 'clearing', who: 'admin', path: '/system/orderClear' },
  { name: 'jobs', who: 'admin', path: '/operation/jobs' },
  { name: 'systems', who: 'admin', path: '/operation/manage-user?view=keys' },
  { name: 'figures', who: 'admin', path: '/insight' },
  {
    name: 'erase',
    who: 'admin',
    path: '/system/privacy',
    prepare: findClient,
    from: '[data-testid=privacy-find]',
  },
  { name: 'decide', who: 'admin2', path: '/system/privacy', prepare: decide },
  { name: 'legal-hold', who: 'admin', path: '/system/privacy', prepare: askToHold },
  { name: 'access', who: 'admin', path: '/system/privacy' },
  {
    name: 'retention',
    who: 'admin',
    path: '/system/privacy',
    from: '[data-testid=privacy-retention]',
  },
  { name: 'activity', who: 'auditor', path: '/system/audit?view=feed' },
  {
    name: 'unusual',
    who: 'auditor',
    path: '/system/audit',
    from: '.panel:has([data-testid=unusual-summary])',
  },
  { name: 'verify', who: 'auditor', path: '/system/audit?view=verify' },
  { name: 'replay', who: 'auditor', path: '/system/audit/replay?subject=rma-{rma}' },
  { name: 'export', who: 'auditor', path: '/system/exports' },
];
