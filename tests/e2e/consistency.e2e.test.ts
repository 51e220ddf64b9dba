import { expect } from '@playwright/test';
import { createPostgresBackend, withBackend } from 'bullmq';
import { Client } from 'pg';
import { QUEUE_SCHEMA } from '@atelier/application/system/jobs/queue-schema.table.ts';
import { adminUrlOf } from '../faults/support/running-system.ts';
import { colleague, depositIn } from './support/caller.ts';
import { dataFolder } from './support/system.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

test('a row spoilt behind the log is found, shown live and rewritten', async ({ windows }) => {
  test.skip(dataFolder === undefined, 'needs the database of a separate system');
  const admin = await windows.openAs('admin');
  await goTo(admin, '/operation/jobs');
  await expectLive(admin);
  // A piece of this moment: every round compares the newest events, and sign-ins of other tests are events too.
  const { itemId } = await depositIn(await colleague('paris'));
  await spoil(itemId);
  await checkNow();
  const row = admin.getByTestId('difference-item_row').filter({ hasText: `id=${itemId}` });
  await expect(row).toContainText('product_name', { timeout: 120_000 });
  await expect(row).toHaveAttribute('data-state', 'repaired');
  await expect(admin.getByTestId('consistency-check')).toHaveAttribute('data-open', '0');
  expect(await nameOf(itemId)).not.toBe('Spoilt');
  await takePicture(admin, 'consistency');
  await admin.setViewportSize({ width: 390, height: 844 });
  await row.scrollIntoViewIfNeeded();
  await takePicture(admin, 'consistency-phone');
});

async function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrlOf({ dataFolder: dataFolder ?? '' }) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const spoil = (itemId: number) =>
  asSuperuser((client) =>
    client.query(`update item_row set product_name = 'Spoilt' where id = $1`, [itemId]),
  );

const nameOf = (itemId: number): Promise<string | undefined> =>
  asSuperuser(async (client) => {
    const { rows } = await client.query<{ product_name: string }>(
      'select product_name from item_row where id = $1',
      [itemId],
    );
    return rows[0]?.product_name;
  });

/** Without waiting for the minute. */
async function checkNow(): Promise<void> {
  const connectionString = adminUrlOf({ dataFolder: dataFolder ?? '' });
  const { Queue: PgQueue } = withBackend(createPostgresBackend);
  const queue = new PgQueue('consistency', {
    connection: { connectionString, schema: QUEUE_SCHEMA, max: 1 },
  });
  await queue.add('consistency', {}, { jobId: `now-${Date.now()}`, attempts: 1 });
  await queue.close();
}
