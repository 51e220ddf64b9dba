import { withSidebarGroups } from '@atelier/domain/identity/sidebar-groups.ts';
import { expect, type Page, type Request } from '@playwright/test';
import {
  colleague,
  depositIn,
  expectStatus,
  freshTracking,
  sendOut,
  type Colleague,
  type Deposited,
} from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { goTo } from './support/windows.ts';

/** A bench: what opens it, where it stands, and the stages its piece goes through after it was received. */
interface Bench {
  readonly permission: string;
  readonly path: string;
  /** null: no scanning there, only what it shows. */
  readonly way: readonly number[] | null;
}

const BENCHES: readonly Bench[] = [
  { permission: '(factory) receive from shop', path: '/receiveFromShop', way: [] },
  { permission: 'incoming check', path: '/operation/19/IncomingCheck/', way: [3] },
  { permission: 'sav check', path: '/operation/17/SAVCheckResult/', way: [3] },
  { permission: 'repair process', path: '/sendToRepair', way: [3] },
  { permission: 'polishing process', path: '/operation/5/RepairPolish/', way: [3] },
  { permission: 'QC process', path: '/operation/6/RepairQC/', way: [3, 4] },
  { permission: 'send to planting', path: '/sendToPlating', way: [3, 17] },
  { permission: 'assembly process', path: '/operation/8/AssemblyProcess/', way: [3, 17] },
  { permission: 'pen plating', path: '/operation/9/AssemblyPenPlatingProcess/', way: [3, 4, 6] },
  { permission: 'setting stone', path: '/operation/10/AssemblySettingStone/', way: [3, 4, 6] },
  { permission: 'setting pearl', path: '/operation/11/AssemblySettingPearl/', way: [3, 4, 6] },
  { permission: 'QC final', path: '/operation/12/FinalQCProcess/', way: [3, 4, 6] },
  { permission: 'repaired', path: '/receiveFromRepair', way: [3, 4, 6, 12] },
  { permission: 'logistic ship out', path: '/operation/14/LogisticsShipOut/', way: null },
  { permission: 'package forwarding', path: '/operation/18/MCToCN/', way: null },
];
/** Screens beside the benches, in the same sidebar. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'sav check': ['/savCheck'],
  '(factory) receive from shop': ['/operation/packages'],
  'logistic ship out': ['/operation/nav'],
};

/** Unique, also when the tests run again on the same data. */
const run = Date.now();
const mark = run.toString(36);
const badgeOf = (index: number) => `7${String(index).padStart(2, '0')}${run}`;

async function siteOf(admin: Colleague, wanted: string): Promise<number> {
  const sites = await admin.get<readonly { id: number; code: string }[]>('/site/list');
  return sites.find(({ code }) => code === wanted)?.id ?? 0;
}

/** A worker of the station's site who holds this one permission, and the one that shows its group in the sidebar. */
async function register(admin: Colleague, site: number, permission: string, badge: string): Promise<void> {
  const key = `alone-${mark}-${badge.slice(0, 3)}`;
  const role = await admin.post<{ ID: number }>('/create/rma_workers_role', { Key: key, Name: key });
  await admin.post('/update/rma_workers_role', { ID: role.ID, Permission: withSidebarGroups([permission]) });
  const worker = {
    WorkerID: key,
    WorkerName: key,
    Barcode: badge,
    Department: '',
    Role: role.ID,
    store: site,
  };
  await admin.post('/create/rma_worker', worker);
}

async function registerAll(admin: Colleague, site: number): Promise<void> {
  for (const [index, { permission }] of BENCHES.entries())
    await register(admin, site, permission, badgeOf(index));
}

/** A piece per scanning bench, standing where that bench takes it from. The first is still in its package. */
async function pieces(site: number): Promise<ReadonlyMap<string, Deposited>> {
  const [paris, factory] = [await colleague('paris'), await colleague('factory')];
  const made = new Map<string, Deposited>();
  for (const { permission, way } of BENCHES) if (way !== null) made.set(permission, await depositIn(paris));
  const [first, ...others] = [...made.values()];
  if (first === undefined) throw new Error('no bench scans');
  await sendOut(paris, [first], freshTracking('BENCH-A'), site);
  await sendOut(paris, others, freshTracking('BENCH-B'), site);
  for (const { permission, way } of BENCHES) {
    const piece = made.get(permission);
    for (const target of way ?? []) if (piece !== undefined) await factory.move(piece.itemId, target);
  }
  return made;
}

async function accept(page: Page, button: 'validate' | 'complete' | 'clear-all'): Promise<void> {
  const question = page.getByTestId(/^confirm-(validate|complete|clear)/);
  // The list loads behind the buttons and moves them: a press meanwhile may miss, and a question about nothing closes.
  await expect(async () => {
    if ((await question.count()) === 0) await page.getByTestId(button).click({ timeout: 2_000 });
    await question.getByTestId('confirm-accept').click({ timeout: 2_000 });
  }).toPass();
  // Nothing is scanned while a question stands open.
  await expect(question).toHaveCount(0);
}

async function scanHere(page: Page, piece: Deposited): Promise<void> {
  await scanCode(page, piece.number);
  const panel = page.getByTestId('verdict');
  await expect(panel).toHaveAttribute('data-code', piece.number);
  await expect(panel).toHaveAttribute('data-verdict', 'accepted');
}

/** Scan, clear, scan, validate, take back, scan, complete: what a bench is for. */
async function work(page: Page, piece: Deposited): Promise<void> {
  await scanHere(page, piece);
  await accept(page, 'clear-all');
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'idle');
  await scanHere(page, piece);
  const saved = page.waitForResponse(/\/api\/rmastatus/);
  await accept(page, 'validate');
  await saved;
  await expect(page.getByTestId('confirm-validate')).toHaveCount(0);
  const undone = page.waitForResponse(/\/api\/rmastatus/);
  // Beside what was saved, by its name: the panel's own undo is for a scan that no save has followed.
  await page.getByTestId('saved-strip').filter({ hasText: piece.number }).getByTestId('save-undo').click();
  await undone;
  await expect(page.getByTestId('saved-strip')).toHaveCount(0);
  await scanHere(page, piece);
  await accept(page, 'complete');
  await expect(page.getByTestId('row-problems')).toHaveCount(0);
}

/** Opens the piece and writes a remark on it. */
async function remark(page: Page, piece: Deposited): Promise<void> {
  await goTo(page, `/readRma?id=${piece.rmaId}&item=${piece.itemId}`);
  await page.getByTestId('work-on-it').click();
  await page.getByTestId('remark-text').fill('Seen at the bench.');
  const sent = page.waitForResponse(/\/api\/operationcomment/);
  await page.getByTestId('remark-send').click();
  await sent;
  await expect(page.getByTestId('remark').filter({ hasText: 'Seen at the bench.' })).toBeVisible();
}

/** When a call left the browser and when its response began, both in ms by the browser's clock. */
function spanOf(request: Request): { readonly sent: number; readonly answered: number } {
  const { startTime, responseStart } = request.timing();
  return { sent: startTime, answered: startTime + Math.max(0, responseStart) };
}

/** A call that is under way when the worker leaves is refused, rightly. */
function wasUnderWayAt(leaving: Request, call: Request): boolean {
  const left = spanOf(leaving).sent;
  const { sent, answered } = spanOf(call);
  return sent <= left && left <= answered;
}

/** Calls refused to who was signed in when they were sent, by bench. */
function watchRefusals(page: Page, bench: () => string): { readonly all: () => readonly string[] } {
  const refused: { readonly at: string; readonly call: Request }[] = [];
  const leavings: Request[] = [];
  page.on('request', (call) => void (call.url().endsWith('/auth/rma_worker/logout') && leavings.push(call)));
  page.on('response', (response) => {
    if (response.status() === 403) refused.push({ at: bench(), call: response.request() });
  });
  const counts = ({ call }: { readonly call: Request }) =>
    !leavings.some((leaving) => wasUnderWayAt(leaving, call));
  return {
    all: () => refused.filter(counts).map(({ at, call }) => `${at}: ${call.method()} ${call.url()}`),
  };
}

/** So many benches to a window: a refusal names its bench, and one that hangs does not hide the others. */
const groups = [BENCHES.slice(0, 5), BENCHES.slice(5, 10), BENCHES.slice(10)];
let ready: ReadonlyMap<string, Deposited> = new Map();

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const admin = await colleague('admin');
  const site = await siteOf(admin, 'FSZ');
  [ready] = await Promise.all([pieces(site), registerAll(admin, site)]);
});

for (const group of groups) {
  const names = group.map(({ permission }) => permission);
  test(`who holds one permission alone is refused nothing that the bench calls: ${names.join(', ')}`, async ({
    windows,
  }) => {
    const page = await windows.openAs('station');
    let at = '';
    const refused = watchRefusals(page, () => at);
    for (const bench of group) {
      await test.step(bench.permission, async () => {
        if (bench !== group[0]) await page.getByTestId('switch-worker').click();
        at = bench.permission;
        await signInAndWork(page, bench);
      });
    }
    // What the last screen still asks for is answered first.
    await page.waitForLoadState('networkidle');
    expect(refused.all()).toEqual([]);
  });
}

/** The bench's worker comes to it, sees everything it offers, and works on its piece. */
async function signInAndWork(page: Page, bench: Bench): Promise<void> {
  await expect(page.getByTestId('worker-code')).toBeFocused();
  await scanCode(page, badgeOf(BENCHES.indexOf(bench)));
  const sidebar = page.getByTestId('sidebar');
  const link = sidebar.locator(`a[href="${bench.path}"]`);
  await expect(link).toBeVisible();
  const piece = ready.get(bench.permission);
  // Only shown, and nothing done there: all that such a screen asks for has been answered once the network is idle.
  const onlyShown = [...(BESIDE[bench.permission] ?? []), ...(piece === undefined ? [bench.path] : [])];
  for (const path of onlyShown) {
    await sidebar.locator(`a[href="${path}"]`).click();
    await page.waitForLoadState('networkidle');
  }
  if (piece === undefined) return;
  await link.click();
  // The screen handles no scan before it is shown.
  await expect(page.getByTestId('scan-screen')).toBeVisible();
  // The bench lists its piece; what the menu counts is the board's number (decisions/0191).
  if (bench.path !== '/receiveFromShop')
    await expect(page.getByTestId('count-expected')).toHaveText(/^[1-9]/);
  if (bench.permission === '(factory) receive from shop') await openPackage(page, piece);
  await work(page, piece);
  await remark(page, piece);
}

/** The package's label opens its table; until that stands, a piece's number would be taken for another label. */
async function openPackage(page: Page, piece: Deposited): Promise<void> {
  await scanCode(page, await trackingOf(piece));
  await expect(page.getByTestId('count-expected')).toHaveText(/^[1-9]/);
}

test('a station that validates on scan asks nothing, and takes it back with one key', async ({ windows }) => {
  const [admin, paris, factory] = [
    await colleague('admin'),
    await colleague('paris'),
    await colleague('factory'),
  ];
  const site = await siteOf(admin, 'FSZ');
  const piece = await depositIn(paris);
  await sendOut(paris, [piece], freshTracking('AUTO'), site);
  await factory.move(piece.itemId, 3);
  const configure = (value: readonly number[]) =>
    admin.put('/system/config', { key: 'scan_validates_5', value, reason: 'a test' });
  await configure([site]);
  try {
    const page = await windows.openAs('factory');
    await goTo(page, '/operation/5/RepairPolish/');
    await expect(page.getByTestId('validates-on-scan')).toBeVisible();
    await scanHere(page, piece);
    await expectStatus(factory, piece, 5);
    await expect(page.getByTestId('confirm-validate')).toHaveCount(0);
    await page.locator('body').press('u');
    await expectStatus(factory, piece, 3);
  } finally {
    await configure([]);
  }
});

test('a bench is worked with the scanner alone: the codes of the sheet validate, take back and complete', async ({
  windows,
}) => {
  const [paris, factory] = [await colleague('paris'), await colleague('factory')];
  const piece = await depositIn(paris);
  await sendOut(paris, [piece], freshTracking('CODES'), await siteOf(await colleague('admin'), 'FSZ'));
  await factory.move(piece.itemId, 3);
  const page = await windows.openAs('factory');
  await goTo(page, '/operation/5/RepairPolish/');
  await expect(page.getByTestId('count-scanned')).toBeVisible();
  // What cannot be done says why, and asks nothing.
  await scanCode(page, 'ATELIER-VALIDATE');
  await expect(page.getByTestId('notice-errors')).toContainText('There are no scans to save.');
  await expect(page.getByTestId('confirm-validate')).toHaveCount(0);
  await scanHere(page, piece);
  await scanCode(page, 'ATELIER-UNDO');
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'idle');
  await scanHere(page, piece);
  await scanCode(page, 'ATELIER-VALIDATE');
  await expect(page.getByTestId('confirm-validate')).toBeVisible();
  await scanCode(page, 'ATELIER-CANCEL');
  await expect(page.getByTestId('confirm-validate')).toHaveCount(0);
  await scanCode(page, 'ATELIER-VALIDATE');
  await expect(page.getByTestId('confirm-validate')).toBeVisible();
  await scanCode(page, 'ATELIER-VALIDATE');
  await expectStatus(factory, piece, 5);
  await scanCode(page, 'ATELIER-UNDO');
  await expectStatus(factory, piece, 3);
  await scanHere(page, piece);
  await scanCode(page, 'ATELIER-COMPLETE');
  await expect(page.getByTestId('confirm-complete')).toBeVisible();
  await scanCode(page, 'ATELIER-CONFIRM');
  await expectStatus(factory, piece, 5);
  await expect(page.getByTestId('command-sheet')).toBeVisible();
});

/** The number of the package a piece travels in. */
async function trackingOf(piece: Deposited): Promise<string> {
  const paris = await colleague('paris');
  const rma = await paris.get<{ items: readonly { tracking_number: string }[] }>(`/rma/${piece.rmaId}`);
  return rma.items[0]?.tracking_number ?? '';
}
