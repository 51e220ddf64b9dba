import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';
import { newClient } from './support/new-client.ts';

/** Names in other scripts at the counter (product/documents.md §5). */
test('the form says which letters of a name papers cannot show, and takes the deposit all the same', async ({
  windows,
}) => {
  const shop = await windows.openAs('paris');
  await expectLive(shop);
  await goTo(shop, '/createRma');
  await newClient(shop);
  await shop.getByTestId('firstname').fill('ᠮᠣᠩ');
  await shop.getByTestId('lastname').fill('👍');
  await expect(shop.getByTestId('glyphs-missing')).toContainText('ᠮ');
  await expect(shop.getByTestId('glyphs-missing')).toContainText('👍');
  await takePicture(shop, 'glyphs-missing');
  await shop.getByTestId('firstname').fill('김민준');
  await shop.getByTestId('lastname').fill('श्रीकृष्ण');
  await expect(shop.getByTestId('glyphs-missing')).toBeHidden();
});
