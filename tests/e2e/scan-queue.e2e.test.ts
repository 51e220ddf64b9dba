import { expect, type Page } from '@playwright/test';
import type { Deposited } from './support/caller.ts';
import { expectVerdict, onTheWay, openPackage } from './support/inbound.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive } from './support/windows.ts';

const waitingIn = (page: Page) => page.getByTestId('queue-count');

/** Two tabs of one browser, with one person, at one package. */
async function twoTabs(first: Page, tracking: string, count: number): Promise<Page> {
  const second = await first.context().newPage();
  await openPackage(first, tracking, count);
  await second.goto(first.url());
  await expect(second.getByTestId('count-expected')).toHaveText(String(count));
  await expectLive(second);
  return second;
}

test('two tabs show one queue and one tray, and one that closes leaves its scans to the other', async ({
  windows,
}) => {
  const [{ tracking, pieces }, one] = await Promise.all([onTheWay(2), windows.openAs('warehouse')]);
  const [first, second] = pieces as [Deposited, Deposited];
  const other = await twoTabs(one, tracking, 2);
  const context = one.context();

  await test.step('what waits is the same in both', async () => {
    await context.setOffline(true);
    await scanCode(one, first.number);
    await expectVerdict(one, first.number, 'queued_offline');
    await scanCode(one, 'PAR-999999');
    await expectVerdict(one, 'PAR-999999', 'queued_offline');
    for (const page of [one, other]) await expect(waitingIn(page)).toContainText('2');
  });

  await test.step('without a connection the bench says what it cannot know, and what waits', async () => {
    await expect(one.getByTestId('bench-cut')).toContainText(/No connection since \d\d:\d\d/);
    await expect(one.getByTestId('count-colleagues')).toHaveText('?');
    await expect(one.getByTestId('complete')).toHaveAttribute('aria-disabled', 'true');
    await expect(one.getByTestId('validate')).toBeDisabled();
  });

  await test.step('each is sent once, and the tray is the same in both', async () => {
    const sent: string[] = [];
    context.on('response', (response) => {
      if (response.url().endsWith('/api/scan'))
        sent.push(response.request().headers()['idempotency-key'] ?? '');
    });
    await context.setOffline(false);
    for (const page of [one, other]) {
      await expect(waitingIn(page)).toContainText('0');
      await expect(page.getByTestId('count-scanned')).toHaveText('1');
      await expect(page.getByTestId('review-line')).toHaveCount(1);
    }
    expect(new Set(sent).size).toBe(2);
    expect(sent).toHaveLength(2);
    await other.getByTestId('review-seen').click();
    for (const page of [one, other]) await expect(page.getByTestId('review-tray')).toHaveCount(0);
  });

  await test.step('the scan of a closed tab is sent by the other', async () => {
    await context.setOffline(true);
    await scanCode(one, second.number);
    await expectVerdict(one, second.number, 'queued_offline');
    await expect(waitingIn(other)).toContainText('1');
    await one.close();
    await context.setOffline(false);
    await expect(waitingIn(other)).toContainText('0');
    await expect(other.getByTestId('count-scanned')).toHaveText('2');
    await expect(other.getByTestId('review-tray')).toHaveCount(0);
  });
});
