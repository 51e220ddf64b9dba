import { expect, type Page } from '@playwright/test';
import { colleague, depositIn } from './support/caller.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

/** Parts of cards that stand out of their card, and whether all cards have one height. */
const measure = (page: Page) =>
  page.locator('.shop-wall').evaluate((wall) => {
    const cards = [...wall.querySelectorAll('.shop-wall-card')];
    const reaches = (inner: Element, outer: Element) => {
      const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
      return a.right > b.right + 1 || a.left < b.left - 1 || a.bottom > b.bottom + 1 || a.top < b.top - 1;
    };
    return {
      cut: cards
        .filter((card) => [...card.querySelectorAll('b, .age, .pic')].some((part) => reaches(part, card)))
        .map((card) => card.textContent),
      heights: new Set(cards.map((card) => Math.round(card.getBoundingClientRect().height))).size,
      scrolls: document.documentElement.scrollHeight > window.innerHeight + 1,
    };
  });

test('the wall of a shop shows its day on every screen, without a name, and follows the work', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  const received: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  );
  const wallCall = page.waitForResponse((answer) => answer.url().includes('/api/wall/shop'));
  await goTo(page, '/dashboard?kiosk=1');
  await expect(page.getByTestId('shop-wall')).toBeVisible();
  received.push(await (await wallCall).text());
  const total = page.getByTestId('wall-pack-total');
  await expect(total).toHaveText(/^\d+$/);
  const before = Number(await total.textContent());
  const person = { firstname: 'Zenobie', lastname: 'Wallenstein' };
  await depositIn(await colleague('paris'), person);
  await expect(total).toHaveText(String(before + 1));
  await expect(page.getByTestId('wall-figure-ready_to_ship')).toHaveText(String(before + 1));
  expect(received.join('').toLowerCase()).not.toContain('wallenstein');
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await measure(page)).scrolls).toBe(false);
    expect(await measure(page)).toEqual({ cut: [], heights: 1, scrolls: false });
    await takePicture(page, `shop-wall-${width}`);
  }
});

test('who hung the wall goes on after it; after a reload the sign-in comes first', async ({ windows }) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/dashboard?kiosk=1');
  await expect(page.getByTestId('shop-wall')).toBeVisible();
  await page.getByTestId('leave-kiosk').click();
  await expect(page.getByTestId('user-name')).toBeVisible();
  await expect(page.getByTestId('needs-you')).toBeVisible();
  await goTo(page, '/dashboard?kiosk=1');
  await expect(page.getByTestId('shop-wall')).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('wall-pack-total')).toHaveText(/^\d+$/);
  await page.getByTestId('leave-kiosk').click();
  await expect(page.getByTestId('login-submit')).toBeVisible();
});
