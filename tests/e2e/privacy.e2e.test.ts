import { expect, type Page } from '@playwright/test';
import { colleague, formerCustomer } from './support/caller.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** A person is forgotten: asked for by one account, refused to the same, decided by a second one, gone everywhere. */
const fresh = Date.now().toString(36);

/** A customer who got the piece back: nothing is owed any more. */
async function customer(name: string) {
  const email = `${name}.${fresh}@forget.test`;
  const person = { firstname: name, lastname: `Oubli${fresh}`, email };
  return { email, ...(await formerCustomer(await colleague('paris'), person)) };
}

/** Searched again for as long as the screen says that deposits of the last seconds are missing. */
async function findPerson(page: Page, words: string): Promise<void> {
  const isWhole = async () => {
    // Enter does nothing while the search before is still pending, and an erasure shown meanwhile empties the field.
    await expect(page.getByTestId('privacy-find-go')).toBeEnabled();
    await page.getByTestId('privacy-words').fill(words);
    const found = page.waitForResponse((response) => response.url().endsWith('/privacy/find'), {
      timeout: 5000,
    });
    await page.getByTestId('privacy-words').press('Enter');
    const response = await found.catch(() => null);
    return response !== null && (await response.headerValue('x-not-yet-shown')) === null;
  };
  await expect.poll(isWhole, { timeout: 30_000 }).toBe(true);
}

test('a person is forgotten once a second account has agreed, and the others stay', async ({ windows }) => {
  const [gone, stays] = [await customer('Ada'), await customer('Bea')];
  const [asker, second, shop] = [
    await windows.openAs('admin'),
    await windows.openAs('admin2'),
    await colleague('paris'),
  ];

  await goTo(asker, '/system/privacy');
  await findPerson(asker, gone.email);
  const person = asker.getByTestId('privacy-persons').getByRole('listitem').first();
  await expect(person).toContainText(gone.email);
  await takePicture(asker, 'privacy-found');
  await person.getByTestId(/^ask-/).click();
  await asker.getByTestId('ask-reason').selectOption('customer_request');
  await asker.getByTestId('ask-note').fill('wrote a letter');
  await asker.getByTestId('ask-accept').click();
  const request = asker.getByTestId(/^request-\d+$/).filter({ hasText: 'wrote a letter' });
  await expect(request).toHaveAttribute('data-stage', 'requested');
  const requestId = Number((await request.getAttribute('data-testid'))?.slice('request-'.length));
  await expect(request.getByTestId(`approve-${requestId}`)).toHaveCount(0);
  await expectLive(asker);

  const own = await colleague('admin');
  await expect(
    own.post('/privacy/erase/decide', { request_id: requestId, decision: 'approve' }),
  ).rejects.toThrow();

  await goTo(second, '/system/privacy');
  await second.getByTestId(`approve-${requestId}`).click();
  await second.getByTestId('approve-accept').click();

  // Decided and carried out elsewhere: this window shows the erasure and keeps nothing of the person.
  await expect(request).toHaveCount(0, { timeout: 20_000 });
  await expect(asker.getByTestId('privacy-words')).toHaveValue('', { timeout: 20_000 });
  for (const window of [asker, second])
    await expect(window.locator('body')).not.toContainText(new RegExp(`Ada Oubli|${gone.email}`));
  await asker.getByTestId('requests-show').getByText('All', { exact: true }).click();
  const ended = asker.getByTestId(`request-${requestId}`);
  await expect(ended).toHaveAttribute('data-stage', 'done');
  await expect(ended).not.toContainText('wrote a letter');
  await takePicture(asker, 'privacy-done');

  await findPerson(asker, gone.email);
  await expect(asker.getByTestId('privacy-find').getByTestId('empty-state')).toBeVisible();
  const search = (words: string) => shop.get<object>(`/rma/search?q=${encodeURIComponent(words)}`);
  expect(JSON.stringify(await search(gone.email))).not.toContain(gone.number);
  expect(JSON.stringify(await search(stays.email))).toContain(stays.number);
  const history = await shop.get<object>(`/rma/history?rma_item_id=${gone.itemId}`);
  expect(JSON.stringify(history)).not.toMatch(new RegExp(`Ada|${gone.email}`));
  const page = await windows.openAs('paris');
  await goTo(page, `/readRma?id=${gone.rmaId}&item=${gone.itemId}`);
  await expect(page.getByText(gone.number).first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText(`Oubli${fresh}`);
  await goTo(page, `/readRma?id=${stays.rmaId}&item=${stays.itemId}`);
  await expect(page.locator('body')).toContainText(`Oubli${fresh}`);
});

test('the auditor sees the requests and can change nothing', async ({ windows }) => {
  const auditor = await windows.openAs('auditor');
  await goTo(auditor, '/system/privacy?show=all');
  await expect(auditor.getByTestId('privacy-requests')).toBeVisible();
  await expect(auditor.getByTestId('privacy-find')).toHaveCount(0);
  await expect(auditor.getByTestId(/^(approve|refuse|withdraw|release)-/)).toHaveCount(0);
});

test('a retention schedule is previewed, proposed by one account and approved by another', async ({
  windows,
}) => {
  const kept = await customer('Cleo');
  const [asker, second] = [await windows.openAs('admin'), await windows.openAs('admin2')];

  await goTo(asker, '/system/privacy');
  await asker.getByTestId('retention-change').click();
  await asker.getByTestId('retention-on').check({ force: true });
  await asker.getByTestId('retention-rest').fill('1');
  await asker.getByTestId('retention-draft-day').fill(dayIn(70));
  await asker.getByTestId('retention-draft-go').click();
  const result = asker.getByTestId('retention-result');
  await expect(result).toContainText(/\d/);
  expect(Number(await result.getAttribute('data-due'))).toBeGreaterThan(0);
  await expect(result).not.toContainText(`Oubli${fresh}`);
  await takePicture(asker, 'retention-draft');
  await asker.getByTestId('retention-rest').fill('1200');
  await asker.getByTestId('retention-reason').fill('the new law');
  await asker.getByTestId('retention-accept').click();
  await expect(asker.getByTestId('retention-proposal')).toContainText('the new law');
  await expect(asker.getByTestId('retention-approve')).toHaveCount(0);

  await goTo(second, '/system/privacy');
  await second.getByTestId('retention-approve').click();
  await second.getByTestId('retention-approve-accept').click();
  // Decided elsewhere: this window updates without a reload.
  await expect(asker.getByTestId('retention-in-force')).toHaveAttribute('data-on', 'true', {
    timeout: 20_000,
  });
  await takePicture(asker, 'retention-on');
  await expect(asker.getByTestId(/^run-\d+$/).first()).toHaveAttribute('data-stage', 'done', {
    timeout: 60_000,
  });
  await findPerson(asker, kept.email);
  await expect(asker.getByTestId('privacy-persons')).toContainText(kept.email);

  await asker.getByTestId('retention-change').click();
  await asker.getByTestId('retention-on').uncheck({ force: true });
  await asker.getByTestId('retention-reason').fill('the end of the test');
  await asker.getByTestId('retention-accept').click();
  await second.getByTestId('retention-approve').click();
  await second.getByTestId('retention-approve-accept').click();
  await expect(asker.getByTestId('retention-in-force')).toHaveAttribute('data-on', 'false', {
    timeout: 20_000,
  });
});

const DAY_MS = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
