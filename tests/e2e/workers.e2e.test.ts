import { expect, type Page } from '@playwright/test';
import { colleague } from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive, goTo } from './support/windows.ts';

/** Unique, also when the tests run again on the same data. */
const mark = Date.now().toString(36);
const repair = '/sendToRepair';
const polishing = '/operation/5/RepairPolish/';
const quality = '/operation/12/FinalQCProcess/';

interface Role {
  readonly ID: number;
}
interface Site {
  readonly id: number;
  readonly code: string;
}

const door = /\/operation\/rmafactory\/login/;
/** What the sidebar leads to; the way to the badge is always there. */
const benches = (page: Page) => page.getByTestId('sidebar').locator('.side-scroll a');

/** The station waits for a badge: the address says so before the screen stands that reads one. */
async function expectDoor(station: Page): Promise<void> {
  await expect(station).toHaveURL(door);
  await expect(station.getByTestId('worker-code')).toBeVisible();
}

/** A worker of the station's site with a separate role, registered over HTTP. */
async function registerBeside(barcode: string, name: string, ...permissions: string[]): Promise<void> {
  const admin = await colleague('admin');
  const role = await admin.post<Role>('/create/rma_workers_role', { Key: `beside-${barcode}`, Name: name });
  await admin.post('/update/rma_workers_role', { ID: role.ID, Permission: permissions });
  const sites = await admin.get<readonly Site[]>('/site/list');
  await admin.post('/create/rma_worker', {
    WorkerID: `B-${barcode}`,
    WorkerName: name,
    Barcode: barcode,
    Department: '',
    Role: role.ID,
    store: sites.find(({ code }) => code === 'FSZ')?.id,
  });
}

test('a worker comes by badge, sees their benches alone, and rights and sign-in end at once', async ({
  windows,
}) => {
  const badge = `00${Date.now()}`;
  const nextBadge = `01${Date.now()}`;
  const name = `Hand ${mark}`;
  await registerBeside(nextBadge, 'Next hand', 'QC final', 'view sidebar group rma operation');
  const admin = await windows.openAs('admin');

  await test.step('the administrator makes a role with two benches', async () => {
    await goTo(admin, '/workers-roles');
    await admin.getByTestId('role-new').click();
    await admin.getByTestId('role-key').fill(`hand-${mark}`);
    await admin.getByTestId('role-name').fill(`Bench ${mark}`);
    await admin.getByTestId('role-make').click();
    await expect(admin.getByTestId('role-panel')).toBeVisible();
    await admin.getByTestId('permission-repair_process').check();
    await admin.getByTestId('permission-polishing_process').check();
    const made = admin.waitForResponse(/update\/rma_workers_role/);
    await admin.getByTestId('role-save').click();
    await made;
    await expect(admin.getByTestId('role-save')).not.toHaveAttribute('aria-busy');
    await expect(admin.getByTestId('role-save')).toBeDisabled();
    await admin.keyboard.press('Escape');
  });

  await test.step('and registers a worker whose badge is scanned, zeros and all', async () => {
    await goTo(admin, '/worker-list');
    await admin.getByTestId('worker-new').click();
    await admin.getByTestId('worker-field-WorkerID').fill('W0001');
    await admin.getByTestId('worker-field-WorkerName').fill(name);
    await scanCode(admin, badge);
    await expect(admin.getByTestId('worker-field-Barcode')).toHaveValue(badge);
    await admin.getByTestId('worker-field-Role').selectOption({ label: `Bench ${mark}` });
    await admin.getByTestId('worker-field-store').selectOption({ label: 'Shenzhen Atelier' });
    await admin.getByTestId('worker-save').click();
    // A worker of the demo has that number: reported beside its field, and nothing typed is lost.
    await expect(admin.getByTestId('worker-field-WorkerID')).toHaveAttribute('aria-invalid', 'true');
    await admin.getByTestId('worker-field-WorkerID').fill(`H-${mark}`);
    await admin.getByTestId('worker-save').click();
    const row = admin.getByTestId(`worker-H-${mark}`);
    await expect(row).toContainText(name);
    await expect(row).not.toContainText(badge);
  });

  const station = await windows.openAs('station');

  await test.step('the station shows nothing until the badge, and no other site’s badge opens it', async () => {
    await expectDoor(station);
    await expect(benches(station)).toHaveCount(0);
    await scanCode(station, '0000021');
    await expect(station.getByTestId('worker-attempts')).toBeVisible();
    await scanCode(station, badge);
    await expect(station).toHaveURL(/\/sendToRepair/);
    await expect(station.getByTestId('user-name')).toHaveText(name);
    await expect(benches(station)).toHaveCount(2);
    await expect(station.locator(`a[href="${polishing}"]`)).toBeVisible();
  });

  await test.step('a permission taken away leaves the station’s sidebar within a second', async () => {
    await goTo(admin, '/workers-roles');
    await admin.getByTestId(`role-hand-${mark}`).getByRole('button').click();
    await expect(admin.getByTestId('role-delete')).toHaveAttribute('aria-disabled', 'true');
    await admin.getByTestId('permission-polishing_process').uncheck();
    // The second counts for a station that stands there, not for one that has just come in.
    await expectLive(station);
    const saved = admin.waitForResponse(/update\/rma_workers_role/);
    await admin.getByTestId('role-save').click();
    await saved;
    await expect(station.locator(`a[href="${polishing}"]`)).toHaveCount(0, { timeout: 1_000 });
    await expect(station.locator(`a[href="${repair}"]`)).toBeVisible();
    await admin.keyboard.press('Escape');
  });

  await test.step('Switch Worker leaves nothing of the one before to the next', async () => {
    await station.getByTestId('switch-worker').click();
    await expectDoor(station);
    await expect(benches(station)).toHaveCount(0);
    await scanCode(station, nextBadge);
    await expect(station.getByTestId('user-name')).toHaveText('Next hand');
    await expect(benches(station)).toHaveCount(1);
    await expect(station.locator(`a[href="${quality}"]`)).toBeVisible();
    await station.getByTestId('switch-worker').click();
    await expectDoor(station);
    await scanCode(station, badge);
    await expect(station).toHaveURL(/\/sendToRepair/);
  });

  await test.step('a deactivated worker is out, and the badge opens nothing any more', async () => {
    await goTo(admin, '/worker-list');
    await admin.getByTestId('workers-search').fill(`H-${mark}`);
    await admin.getByTestId(`worker-H-${mark}`).getByRole('button').click();
    await admin.getByTestId('worker-deactivate').click();
    await expect(station).toHaveURL(/\/sendToRepair/);
    await admin.getByTestId('confirm-accept').click();
    await expectDoor(station);
    await expect(benches(station)).toHaveCount(0);
    await scanCode(station, badge);
    await expect(station.getByTestId('worker-attempts')).toBeVisible();
    await admin.getByTestId('worker-reactivate').click();
    await expect(admin.getByTestId('worker-deactivate')).toBeVisible();
    await scanCode(station, badge);
    await expect(station).toHaveURL(/\/sendToRepair/);
  });
});

test('five unknown badges make the station wait, with the seconds on its button', async ({ windows }) => {
  const station = await windows.openAs('station');
  await expectDoor(station);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answered = station.waitForResponse(/auth\/rma_worker$/);
    await station.getByTestId('worker-code').fill(`nobody-${attempt}`);
    await station.getByTestId('worker-submit').click();
    await answered;
  }
  await expect(station.getByTestId('worker-locked')).toBeVisible();
  await expect(station.getByTestId('worker-submit')).toBeDisabled();
  await expect(station.getByTestId('worker-submit')).toHaveText(/0:[0-5]\d/);
});
