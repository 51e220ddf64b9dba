import { expect, type Page } from '@playwright/test';
import { ask, signIn } from '../faults/support/caller.ts';
import { colleague, formerCustomer, freshMobile } from './support/caller.ts';
import { keptOnDevice } from './support/kept-on-device.ts';
import { systemUrl } from './support/system.ts';
import { test } from './support/test.ts';
import { expectLive, fillSignIn, goTo, takePicture } from './support/windows.ts';

/** What browsers keep of a person goes with the person (product/privacy.md §9): in open windows, and in closed ones when they come back. */
const fresh = Date.now().toString(36);
const person = {
  firstname: `Dora${fresh}`,
  lastname: `Effacer${fresh}`,
  email: `dora.${fresh}@forget.test`,
  phone: freshMobile(),
};
const words = Object.values(person);
const REMARK = `call ${person.firstname} ${person.lastname} after six`;

/** The piece's own page with a remark that the connection did not let out, and another one half typed. */
async function remarkOffline(page: Page, { rmaId, itemId }: { rmaId: number; itemId: number }) {
  await page.route('**/api/shopcomment', (route) => route.abort());
  await goTo(page, `/readRma?id=${rmaId}&item=${itemId}&work=1`);
  await expect(page.locator('body')).toContainText(person.lastname);
  await page.getByTestId('remark-text').fill(REMARK);
  await page.getByTestId('remark-send').click();
  await expect(page.getByTestId('remark-pending')).toContainText(REMARK);
  await page.getByTestId('remark-text').fill(`and ${REMARK}`);
}

async function eraseThePerson(): Promise<void> {
  const admin = await colleague('admin');
  const found = await admin.post<readonly [{ customer_ref: string }]>('/privacy/find', {
    words: person.email,
  });
  const request = await admin.post<{ id: number }>('/privacy/erase', {
    customer_refs: [found[0].customer_ref],
    reason: 'customer_request',
  });
  const decided = await ask(systemUrl, await signIn(systemUrl, 'admin2'), {
    method: 'POST',
    path: '/privacy/erase/decide',
    body: { request_id: request.id, decision: 'approve' },
  });
  expect(decided.status).toBe(200);
}

const holdsNothing = (page: Page) =>
  expect
    .poll(
      async () => {
        const kept = await keptOnDevice(page);
        return words.filter((word) => kept.includes(word));
      },
      { timeout: 30_000 },
    )
    .toEqual([]);

test('what an open window and a closed browser keep of a person goes with the person', async ({
  windows,
}) => {
  const piece = await formerCustomer(await colleague('paris'), {
    ...person,
    receiver_name: `${person.firstname} R`,
  });
  const [open, closed] = [await windows.openAs('paris'), await windows.openAs('paris')];
  await remarkOffline(closed, piece);
  const context = closed.context();
  await closed.close();
  await remarkOffline(open, piece);
  await expectLive(open);
  const before = await keptOnDevice(open);
  expect(words.filter((word) => !before.includes(word))).toEqual([]);

  // Windows that searched for the person, with a step of the history before.
  const [clients, pieces] = [await windows.openAs('paris'), await windows.openAs('paris')];
  await goTo(clients, '/clientSearch');
  await clients.getByTestId('client-box').fill(person.email);
  await expect(clients.getByTestId('client-results')).toContainText(person.lastname);
  await goTo(pieces, `/searchRma?q=${encodeURIComponent(person.email)}`);
  await expect(pieces.locator('body')).toContainText(person.lastname);
  await pieces.getByTestId('sidebar').locator('a[href="/listRma"]').click();
  await expect(pieces).toHaveURL(/listRma/);
  await expectLive(clients);
  await expectLive(pieces);

  await eraseThePerson();
  await expect(clients.getByTestId('client-box')).toHaveValue('', { timeout: 30_000 });
  await expect(pieces.getByText('Customer data erased')).toBeVisible({ timeout: 30_000 });
  await pieces.goBack();
  await expect(pieces).toHaveURL(/searchRma/);
  expect(pieces.url()).not.toContain('forget.test');
  for (const page of [clients, pieces]) {
    await expect(page.locator('body')).not.toContainText(person.lastname);
    expect(
      await page.locator('input').evaluateAll((all) => all.map((each) => Reflect.get(each, 'value'))),
    ).not.toContain(person.email);
  }

  const notice = open.getByText('Customer data erased').locator('..');
  await expect(notice).toContainText('were not sent', { timeout: 30_000 });
  await takePicture(open, 'forgotten-open');
  await holdsNothing(open);
  const pending = open.getByTestId('remark-pending');
  await expect(pending).toContainText('already been erased');
  await expect(open.getByText(piece.number).first()).toBeVisible();

  const back = await context.newPage();
  await back.goto('/login');
  await fillSignIn(back, 'paris');
  await back.getByTestId('login-submit').click();
  await back.getByTestId('user-name').waitFor({ state: 'attached' });
  await goTo(back, `/readRma?id=${piece.rmaId}&item=${piece.itemId}&work=1`);
  await expect(back.getByTestId('remark-pending')).toContainText('already been erased');
  await holdsNothing(back);
  await takePicture(back, 'forgotten-back');
});
