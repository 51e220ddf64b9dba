import { expect, type Locator, type Page } from '@playwright/test';

/** Where the focus of an open window is, in words: its first field, an action of it, its cross, or somewhere else. */
function placeOfFocus(root: Element): string {
  const focused = document.activeElement;
  if (focused === null || !root.contains(focused)) return `outside: ${focused?.outerHTML.slice(0, 80)}`;
  if (focused.closest('.p-dialog-header, .p-sidebar-header') !== null) return 'header';
  // A window whose choices are usually right begins at its one main button.
  if (focused.matches('.p-dialog-footer .btn-primary')) return 'main action';
  const isShown = (field: Element): boolean =>
    field.getClientRects().length > 0 && field.getBoundingClientRect().top < window.innerHeight;
  const fields = [...root.querySelectorAll('input:not([type="file"]), select, textarea')].filter(
    (field) => isShown(field) && !field.matches(':disabled, [readonly]'),
  );
  const [first] = fields;
  if (first === undefined) return focused.matches('button') ? 'action' : 'no action';
  // Of several choices the chosen one is where the keyboard goes on.
  const isSameChoice =
    first instanceof HTMLInputElement &&
    first.type === 'radio' &&
    focused instanceof HTMLInputElement &&
    focused.name === first.name;
  return focused === first || isSameChoice ? 'first field' : `not first: ${focused.outerHTML.slice(0, 80)}`;
}

/** A window stands open with the focus on its first field, or without one on an action; never on its cross. */
export async function expectBegun(window: Locator): Promise<void> {
  await expect(window).toBeVisible();
  await expect.poll(() => window.evaluate(placeOfFocus)).toMatch(/^(first field|main action|action)$/);
}

/** Escape closes it, and the focus is not lost. */
export async function closeByEscape(page: Page, window: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}
