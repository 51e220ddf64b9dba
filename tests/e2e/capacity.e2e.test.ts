import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

/** A demo's factory has too few pieces to be simulated well: the screen says so, and offers no change (capacity.test.tsx has one that offers). */

test('an administrator chooses a factory, a factory sees its own alone, and both hear how near it comes', async ({
  windows,
}) => {
  const page = await windows.openAs('admin');
  await goTo(page, '/insight/capacity');
  await expect(page.getByTestId('capacity-choose')).toBeVisible();
  await page.getByTestId('filter-where').selectOption({ label: 'Shenzhen Atelier' });
  await expect(page).toHaveURL(/where=factory/);
  const said = page.getByTestId('capacity-check').or(page.getByTestId('capacity-too-little'));
  await expect(said).toBeVisible();
  await takePicture(page, 'capacity');
  const factory = await windows.openAs('factory');
  await goTo(factory, '/insight/capacity');
  await expect(factory.getByTestId('filter-where')).toHaveCount(0);
  await expect(
    factory.getByTestId('capacity-check').or(factory.getByTestId('capacity-too-little')),
  ).toBeVisible();
});
