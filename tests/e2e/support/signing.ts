import type { Page } from '@playwright/test';

const STROKE = [
  [0.3, 0.3],
  [0.4, 0.7],
  [0.55, 0.35],
  [0.75, 0.6],
] as const;

/** Draws a signature on the page's pad, with the mouse. */
export async function signOn(page: Page): Promise<void> {
  const pad = page.getByTestId('signature-canvas');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('there is nothing to sign on');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.2, 0.6));
  await page.mouse.down();
  for (const [x, y] of STROKE) await page.mouse.move(...at(x, y), { steps: 4 });
  await page.mouse.up();
}
