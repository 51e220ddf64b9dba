import { expect } from '@playwright/test';
import { colleague, depositIn, freshTracking, sendOut } from './support/caller.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

test('the board on the wall shows no chrome, follows the work and comes back after a lost connection', async ({
  windows,
}) => {
  const page = await windows.openAs('warehouse');
  await goTo(page, '/operation/dashboard?kiosk=1');
  const wall = page.getByTestId('kiosk');
  await expect(wall).toBeVisible();
  await expect(page.getByTestId('sidebar')).toHaveCount(0);
  await expect(wall.locator('.freshness')).toHaveAttribute('data-tone', 'live');

  const [paris, warehouse] = [await colleague('paris'), await colleague('warehouse')];
  const pieces = [await depositIn(paris), await depositIn(paris)] as const;
  await sendOut(paris, pieces, freshTracking('WALL'));
  const count = wall.getByTestId('lane-count-3');
  await expect(count).toHaveText(/^\d/);
  const before = Number.parseInt((await count.textContent()) ?? '', 10);
  await warehouse.move(pieces[0].itemId, 3);
  await expect(count).toHaveText(new RegExp(`^${before + 1}\\b`));

  await page.context().setOffline(true);
  await warehouse.move(pieces[1].itemId, 3);
  await page.context().setOffline(false);
  await expect(count).toHaveText(new RegExp(`^${before + 2}\\b`), { timeout: 30_000 });
});

test('on every wall the cards have one size and no number is cut', async ({ windows }) => {
  const page = await windows.openAs('factory');
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/operation/dashboard?kiosk=1');
    await expect(page.locator('.wall-card').first()).toBeVisible();
    const found = await page.locator('.wall').evaluate((wall) => {
      const cards = [...wall.querySelectorAll('.wall-card')];
      const size = ({ width: w, height: h }: DOMRect) => `${Math.round(w)} × ${Math.round(h)}`;
      const reaches = (inner: Element, outer: Element) => {
        const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
        return a.right > b.right + 1 || a.left < b.left - 1 || a.bottom > b.bottom + 1;
      };
      const parts = (card: Element) => [...card.querySelectorAll('b, .age, .pic')];
      return {
        sizes: [...new Set(cards.map((card) => size(card.getBoundingClientRect())))],
        cut: cards
          .filter((card) => parts(card).some((part) => reaches(part, card)))
          .map((card) => card.textContent),
        below: cards.filter((card) => reaches(card, card.closest('.wall-lane') ?? card)).length,
      };
    });
    expect(found.cut).toEqual([]);
    expect(found.below).toBe(0);
    // Widths may differ by the rounding of a fraction of a pixel.
    expect(new Set(found.sizes.map((size) => size.split(' × ')[1])).size).toBe(1);
    await takePicture(page, `wall-${width}`);
  }
});

test('in the narrowest lanes a card holds its number and its age, also in Arabic', async ({ windows }) => {
  const page = await windows.openAs('factory');
  for (const language of ['en', 'ar']) {
    await page.getByTestId('language').click();
    await page.getByTestId(`menu-${language}`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('.card .age').first()).toBeVisible();
    const outside = await page.locator('.card').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const [edge, age] = [card, card.querySelector('.age')].map((it) => it?.getBoundingClientRect());
        if (edge === undefined || age === undefined) return [];
        return age.left < edge.left || age.right > edge.right ? [card.textContent] : [];
      }),
    );
    expect(outside).toEqual([]);
  }
});

test('a chosen card is sent back with a reason by R or its button, and U takes that back', async ({
  windows,
}) => {
  const page = await windows.openAs('factory');
  await goTo(page, '/operation/dashboard');
  const lane = page.getByTestId('lane-4');
  await lane.locator('.cards').focus();
  const actions = page.getByTestId('card-actions');
  const number = (await actions.locator('bdi').first().textContent()) ?? '';
  const heights = await actions.locator('button').evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(46);
  await page.keyboard.press('r');
  const dialog = page.getByTestId('move-dialog');
  const seventeen = dialog.getByTestId('move-to-17');
  if ((await seventeen.count()) > 0) await seventeen.click();
  await page.getByTestId('move-accept').click();
  await expect(dialog).toBeVisible();
  await page.getByTestId('move-reason').fill('The clasp has to be looked at again');
  await page.getByTestId('move-accept').click();
  await expect(page.getByTestId('lane-17').getByTestId(`card-${number}`)).toBeVisible();
  await expect(actions.locator('bdi').first()).toHaveText(number);
  await page.keyboard.press('u');
  await expect(lane.getByTestId(`card-${number}`)).toBeVisible();
  await expect(page.getByTestId('card-undo')).toHaveCount(0);
});

test('on a wall nothing can be moved', async ({ windows }) => {
  const page = await windows.openAs('factory');
  await goTo(page, '/operation/dashboard?kiosk=1');
  await expect(page.locator('.wall-card').first()).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByTestId('move-dialog')).toHaveCount(0);
  await expect(page.getByTestId('card-actions')).toHaveCount(0);
});

test('a hold for the client stops the clock on the board, and releasing it lets it go on', async ({
  windows,
}) => {
  const factory = await colleague('factory');
  const page = await windows.openAs('factory');
  await goTo(page, '/operation/dashboard');
  const free = page.getByTestId('lane-4').locator('.card:not([data-held])').first();
  const number = (await free.locator('b').first().textContent()) ?? '';
  const [piece] = await factory.get<readonly { id: number }[]>(`/rmalist?q=${number}`);
  const card = page.getByTestId(`card-${number}`);
  await expect(card.locator('.age-paused')).toHaveCount(0);
  const hold = { rma_item_id: piece?.id, hold: 'client', reason: 'which clasp' };
  await factory.post('/rma/hold', hold);
  await expect(card.locator('.age-paused')).toBeVisible();
  await expect(card).toContainText('waits for the client');
  await takePicture(page, 'board-paused');
  await factory.post('/rma/hold/release', hold);
  await expect(card.locator('.age-paused')).toHaveCount(0);
  await expect(card).not.toContainText('waits for the client');
});
