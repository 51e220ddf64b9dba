import { expect, type Page } from '@playwright/test';
import { colleague, depositIn, type Colleague, type Deposited } from './support/caller.ts';
import { closeByEscape, expectBegun } from './support/focus.ts';
import { test } from './support/test.ts';
import { goTo, type PersonName } from './support/windows.ts';

/** Every window a page opens by a press: what is pressed, one after the other, and what opens. */
interface Opening {
  readonly path: string;
  readonly press: readonly string[];
  readonly opens: string;
}

const OPENINGS: Readonly<Partial<Record<PersonName, readonly Opening[]>>> = {
  paris: [
    { path: '/listRma', press: ['open-palette'], opens: 'palette' },
    { path: '/listRma?status=1', press: ['views', 'menu-view-save'], opens: 'save-view' },
    { path: '/listRma', press: ['export-list'], opens: 'export-dialog' },
  ],
  admin: [
    { path: '/worker-list', press: ['worker-new'], opens: 'worker-panel' },
    { path: '/workers-roles', press: ['role-new'], opens: 'role-new-panel' },
    { path: '/operation/manage-user', press: ['user-new'], opens: 'new-user' },
    { path: '/system/subReasonManage', press: ['sub-reason-new'], opens: 'sub-reason-panel' },
  ],
};

for (const [name, openings] of Object.entries(OPENINGS) as [PersonName, readonly Opening[]][]) {
  test(`every window of ${name} begins at its first field or main action, and Escape goes back`, async ({
    windows,
  }) => {
    const page = await windows.openAs(name);
    for (const { path, press, opens } of openings) {
      await test.step(`${opens} at ${path}`, async () => {
        await goTo(page, path);
        for (const testId of press) await page.getByTestId(testId).first().click();
        await expectBegun(page.getByTestId(opens));
        await closeByEscape(page, page.getByTestId(opens));
      });
    }
  });
}

/** Actions of a piece's page that go somewhere else or act at once. */
const NO_WINDOW = new Set([
  'action-pack',
  'action-receive',
  'action-edit',
  'action-copy',
  'action-undo',
  'action-more',
]);

/** Opens every window that the actions of a piece lead to; answers which. */
async function openActions(page: Page, piece: { rma_id: number; id: number }): Promise<string[]> {
  await goTo(page, `/readRma?id=${piece.rma_id}&item=${piece.id}`);
  await page.getByTestId('work-on-it').click();
  const bar = page.getByTestId('action-bar');
  await expect(bar).toBeVisible();
  const buttons = await bar.locator('[data-testid^="action-"]').evaluateAll(testIds);
  const opened: string[] = [];
  const check = async (action: string, opener: string, open: () => Promise<void>): Promise<void> => {
    if (NO_WINDOW.has(action)) return;
    await open();
    const window = page.getByRole('dialog');
    await expectBegun(window);
    await page.keyboard.press('Escape');
    await expect(window).toHaveCount(0);
    await expect(page.getByTestId(opener)).toBeFocused();
    opened.push(action);
  };
  for (const action of buttons) await check(action, action, () => page.getByTestId(action).click());
  if (!buttons.includes('action-more')) return opened;
  await page.getByTestId('action-more').click();
  const entries = await page.locator('[data-testid^="menu-action-"]').evaluateAll(testIds);
  await page.keyboard.press('Escape');
  for (const entry of entries)
    // An entry leaves with its menu: the button behind which it stood is where the keyboard goes on.
    await check(entry.replace('menu-', ''), 'action-more', async () => {
      await page.getByTestId('action-more').click();
      await page.getByTestId(entry).click();
    });
  return opened;
}

const testIds = (elements: (HTMLElement | SVGElement)[]): string[] =>
  elements.map((element) => element.dataset['testid'] ?? '');

interface Listed {
  readonly id: number;
  readonly rma_id: number;
  readonly custody: { readonly site_id: number | null };
}

/** A piece of the demo that lies at the person's own site. */
async function pieceAt(who: Colleague, path: string, siteCode: string): Promise<Listed> {
  const sites = await who.get<readonly { id: number; code: string }[]>('/site/list');
  const site = sites.find(({ code }) => code === siteCode)?.id;
  const pieces = await who.get<readonly Listed[]>(`${path}&page_size=100`);
  const piece = pieces.find(({ custody }) => custody.site_id === site);
  if (piece === undefined) throw new Error(`the demo has no piece for ${path} at ${siteCode}`);
  return piece;
}

test('every action of a piece opens a window that begins at its first field or main action', async ({
  windows,
}) => {
  const opened = new Set<string>();
  const shop = await windows.openAs('paris');
  const paris = await colleague('paris');
  const atCounter = await depositIn(paris);
  const pieces = [
    { rma_id: atCounter.rmaId, id: atCounter.itemId },
    await pieceAt(paris, '/rma?status=15', 'PAR'),
  ];
  for (const piece of pieces) for (const action of await openActions(shop, piece)) opened.add(action);

  const factoryPage = await windows.openAs('factory');
  const factory = await colleague('factory');
  for (const status of [3, 4, 12]) {
    const piece = await pieceAt(factory, `/operationrma?status=${status}`, 'FSZ');
    for (const action of await openActions(factoryPage, piece)) opened.add(action);
  }
  expect([...opened]).toEqual(
    expect.arrayContaining([
      'action-cancel',
      'action-hand_over',
      'action-hold',
      'action-move_on',
      'action-reject',
    ]),
  );
});

test('who types at once after Ctrl-K searches, and Enter opens what is typed', async ({ windows }) => {
  const [piece, page] = await Promise.all([deposited(), windows.openAs('paris')]);
  await goTo(page, '/listRma');
  await expect(page.getByTestId('rma-list')).toBeVisible();
  await page.getByTestId('list-search').focus();
  await page.keyboard.press('Control+k');
  // As fast as a hand: keys at the pace of a scanner are a scan, which opens the piece at once.
  await page.keyboard.type(piece.number, { delay: 40 });
  await expect(page.getByTestId('palette-input')).toHaveValue(piece.number);
  await expect(page.getByTestId('list-search')).toHaveValue('');
  await expect(page.getByTestId('palette').getByRole('option').first()).toContainText(piece.number);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`item=${piece.itemId}`));
});

const deposited = async (): Promise<Deposited> => depositIn(await colleague('paris'));

test('the form of a deposit begins in its first field; a new piece comes into sight with the focus', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  await page.getByTestId('sidebar').locator('a[href="/createRma"]').click();
  await expect(page.getByTestId('customer-search')).toBeFocused();
  await page.keyboard.type('La');
  await expect(page.getByTestId('customer-search')).toHaveValue('La');
  await page.getByTestId('step-pieces').click();
  await page.getByTestId('add-piece').click();
  await expect(page.getByTestId('items.1.invoice_number')).toBeFocused();
  await expect(page.getByTestId('items.1.invoice_number')).toBeInViewport();
  await page.getByTestId('items.1.remove').click();
  await expect(page.getByTestId('items.0.invoice_number')).toBeFocused();
});

test('a refused field takes the focus; Escape asks before typed work is lost, and gives it back', async ({
  windows,
}) => {
  const page = await windows.openAs('admin');
  await goTo(page, '/worker-list');
  await page.getByTestId('worker-new').click();
  await expect(page.getByTestId('worker-field-WorkerID')).toBeFocused();
  // At a person's pace: a faster burst is a badge that was scanned, and goes into the barcode's field.
  await page.keyboard.type('W-blind', { delay: 120 });
  await page.getByTestId('worker-save').click();
  await expect(page.getByTestId('worker-field-WorkerName')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByTestId('worker-field-WorkerName')).toBeFocused();
  await page.keyboard.press('Escape');
  await expectBegun(page.getByTestId('unsaved-question'));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('worker-field-WorkerID')).toHaveValue('W-blind');
  await page.keyboard.press('Escape');
  await page.getByTestId('unsaved-discard').click();
  await expect(page.getByTestId('worker-panel')).toHaveCount(0);
  await expect(page.getByTestId('worker-new')).toBeFocused();
});
