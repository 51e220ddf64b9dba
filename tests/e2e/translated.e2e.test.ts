import { expect, type Page } from '@playwright/test';
import { colleague, depositIn } from './support/caller.ts';
import { test } from './support/test.ts';
import { takePicture } from './support/windows.ts';

/** The customer's page while the browser translates it (product/customer-page.md §8). */
const phone = { width: 390, height: 844 };

/**
 * Translates as Chrome does: every text node outside `translate="no"` is taken out, and elements with the translation stand
 * in its place; what appears later is translated too.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const skipped = 'script, style, noscript, option, [translate=no], [data-translated]';
    const replace = (text: Text): void => {
      const words = text.data.trim();
      if (words === '' || text.parentElement?.closest(skipped)) return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      outer.dataset['translated'] = '';
      inner.textContent = `«${words}»`;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const texts = (root: Node): Text[] => {
      const found: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      return found;
    };
    texts(document.body).forEach(replace);
    const watch = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes]) if (node.isConnected) texts(node).forEach(replace);
    });
    watch.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/** Text nodes that React would lose: beside other nodes, in an element that is not replaced whole. */
const loseTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const parent = text.parentElement;
      if (parent === null || text.data.trim() === '' || parent.childNodes.length === 1) continue;
      if (parent.closest('[data-whole], script, style') === null) found.push(text.data);
    }
    return found;
  });

async function problemsOf(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test('a translated page follows the repair and changes its language', async ({ windows }) => {
  const paris = await colleague('paris');
  const piece = await depositIn(paris);
  const page = await windows.open({ viewport: phone });
  const errors = await problemsOf(page);
  await page.clock.install();
  await page.goto(`/customerStatus?rma_id=${piece.reference}&language=en`);
  const sentence = page.getByTestId('sentence');
  await expect(sentence).toContainText('boutique');
  await translate(page);
  await expect(sentence).toHaveText(/^«.*»$/);
  const before = await sentence.textContent();
  await expect(page.getByTestId('fact-rma')).not.toContainText('«PAR');
  await takePicture(page, 'customer-translated');

  await paris.move(piece.itemId, 20, { reason: 'changed their mind' });
  await page.clock.runFor(15_000);
  await expect(page.getByTestId('cancelled')).toBeVisible();
  await expect(sentence).not.toHaveText(before ?? '');
  for (const language of ['ja', 'ar', 'zh-CN', 'fr', 'en']) {
    await page.getByTestId('language').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(sentence).toHaveText(/^(«.*»)+$/);
    await expect(page.getByTestId('step-6')).toBeVisible();
  }
  await expect(sentence).toContainText('cancelled');
  expect(errors).toEqual([]);
});

test('no public page keeps text where a translation would lose it', async ({ windows }) => {
  const piece = await depositIn(await colleague('paris'));
  const page = await windows.open({ viewport: phone });
  for (const path of [
    `/customerStatus?rma_id=${piece.reference}`,
    '/customerStatus',
    '/accessibility',
    '/fee/none',
    '/proof/none',
  ])
    for (const language of ['en', 'ja']) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}language=${language}`);
      await expect(page.locator('h1').first()).toBeVisible();
      expect([path, await loseTexts(page)]).toEqual([path, []]);
    }
});

test('a page that cannot be drawn any more still says the number', async ({ windows }) => {
  const piece = await depositIn(await colleague('paris'));
  const page = await windows.open({ viewport: phone });
  await page.goto(`/customerStatus?rma_id=${piece.reference}&language=en`);
  await expect(page.getByTestId('sentence')).toBeVisible();
  const number = (await page.getByTestId('fact-rma').locator('dd').textContent()) ?? '';
  expect(number).toMatch(/^PAR-\d{6}$/);
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with the node at hand
    const removeChild = Node.prototype.removeChild;
    let isFirst = true;
    Node.prototype.removeChild = function <T extends Node>(child: T): T {
      if (!isFirst) return removeChild.call(this, child) as T;
      isFirst = false;
      throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
    };
  });
  await page.getByTestId('language').selectOption('fr');
  await expect(page.getByTestId('broken-number')).toHaveText(number);
  await takePicture(page, 'customer-broken');
  await page.getByTestId('broken-retry').click();
  await expect(page.getByTestId('sentence')).toBeVisible();
});

test('the screens of staff ask browsers not to translate them', async ({ windows }) => {
  const page = await windows.open({ viewport: phone });
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
});
