import { expect } from '@playwright/test';
import { Client } from 'pg';
import { adminUrlOf } from '../faults/support/running-system.ts';
import { colleague, depositIn } from './support/caller.ts';
import { dataFolder } from './support/system.ts';
import { test } from './support/test.ts';
import { verifyFrom } from './support/verification.ts';
import { goTo, takePicture } from './support/windows.ts';

/** Gives the newest upload the hash of another one while `work` runs. */
async function whileExchanged(work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: adminUrlOf({ dataFolder: dataFolder ?? '' }) });
  await client.connect();
  const { rows } = await client.query<{ image_id: string; hash: Buffer }>(
    'select image_id, hash from image_uploads order by made_at desc limit 1',
  );
  const [newest] = rows;
  const setHash = 'update image_uploads set hash = $2 where image_id = $1';
  try {
    await client.query(
      `with other as (insert into blobs (hash, media_type, size) values (sha256('other'), 'image/jpeg', 1) returning hash)
       update image_uploads set hash = (select hash from other) where image_id = $1`,
      [newest?.image_id],
    );
    await work();
  } finally {
    await client.query(setHash, [newest?.image_id, newest?.hash]);
    await client.query(`delete from blobs where hash = sha256('other')`);
    await client.end();
  }
}

test('a picture that is not the recorded one is not shown, and the verification names it', async ({
  windows,
}) => {
  test.skip(dataFolder === undefined, 'needs the database of a separate system');
  const { rmaId, itemId, number } = await depositIn(await colleague('paris'));
  await whileExchanged(async () => {
    const page = await windows.openAs('paris');
    await goTo(page, `/readRma?id=${rmaId}&item=${itemId}`);
    const tile = page.getByTestId('gallery-part').getByTestId('image-altered');
    await tile.click();
    await expect(page.getByTestId('lightbox').getByTestId('image-altered')).toBeVisible();
    await takePicture(page, 'altered-picture');
    const auditor = await windows.openAs('auditor');
    await auditor.getByTestId('audit-view').getByText('Verification', { exact: true }).click();
    await verifyFrom(auditor);
    const newest = auditor.getByTestId('verify-list').getByRole('listitem').first();
    await expect(newest).toHaveAttribute('data-state', 'done');
    const fault = newest.getByTestId('verify-fault');
    await expect(fault).toHaveAttribute('data-kind', 'file');
    await expect(fault).toContainText(number);
    await takePicture(auditor, 'altered-picture-verified');
  });
});
