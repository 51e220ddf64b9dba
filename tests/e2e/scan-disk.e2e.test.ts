import { expect, type Page } from '@playwright/test';
import type { Deposited } from './support/caller.ts';
import { expectVerdict, onTheWay, openPackage } from './support/inbound.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';

const waitingIn = (page: Page) => page.getByTestId('queue-count');
const notice = (page: Page) => page.getByTestId('scans-unsaved');

/** The browser's database takes no more scans until `globalThis.isDiskFull` is false. */
function fillDisk(): void {
  Object.assign(globalThis, { isDiskFull: true });
  // oxlint-disable-next-line typescript/unbound-method -- the proxy hands the table on
  IDBObjectStore.prototype.put = new Proxy(IDBObjectStore.prototype.put, {
    apply: (put, table: IDBObjectStore, given) => {
      const isFull = table.name === 'scans' && Reflect.get(globalThis, 'isDiskFull') === true;
      if (isFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
      return Reflect.apply(put, table, given);
    },
  });
}

test('a device that cannot save scans says so, sends them from memory and warns before they are lost', async ({
  windows,
}) => {
  const [{ tracking, pieces }, page] = await Promise.all([onTheWay(2), windows.openAs('warehouse')]);
  const [first, second] = pieces as [Deposited, Deposited];
  await page.evaluate(fillDisk);
  await openPackage(page, tracking, 2);

  await test.step('with contact, scans are sent all the same', async () => {
    await expect(notice(page)).toHaveCount(0);
    await scanCode(page, first.number);
    await expectVerdict(page, first.number, 'accepted');
    await expect(notice(page)).toBeVisible();
    await expect(waitingIn(page)).toContainText('0');
  });

  await test.step('without contact, closing the page asks first', async () => {
    await page.route('**/api/scan', (route) => route.abort());
    await scanCode(page, second.number);
    await expectVerdict(page, second.number, 'queued_offline');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
  });

  await test.step('once the disk takes them the notice goes, and the page reloaded sends them', async () => {
    await page.evaluate(() => Object.assign(globalThis, { isDiskFull: false }));
    await expect(notice(page)).toHaveCount(0);
    await openPackage(page, tracking, 2);
    await expect(waitingIn(page)).toContainText('1');
    await page.unroute('**/api/scan');
    await page.getByTestId('queue-send').click();
    await expect(waitingIn(page)).toContainText('0');
    await expect(page.getByTestId('count-scanned')).toHaveText('2');
  });
});
