import { expect, type Page } from '@playwright/test';

/** A real picture: a part of what the window shows at this moment. */
export async function pictureOf(page: Page) {
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 240 } });
  return { name: 'piece.png', mimeType: 'image/png', buffer };
}

/** Gives a picture to a field of a form and waits until it is kept. */
export async function addPicture(page: Page, field: string): Promise<void> {
  const images = page.getByTestId(`${field}-images`).getByTestId('image-open');
  const before = await images.count();
  await page.getByTestId(`${field}-choose-input`).setInputFiles(await pictureOf(page));
  await expect(images).toHaveCount(before + 1);
}
