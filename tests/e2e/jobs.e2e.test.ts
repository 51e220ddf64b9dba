import { expect } from '@playwright/test';
import { createPostgresBackend, withBackend } from 'bullmq';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { QUEUE_SCHEMA } from '@atelier/application/system/jobs/queue-schema.table.ts';
import { adminUrlOf } from '../faults/support/running-system.ts';
import { colleague } from './support/caller.ts';
import { dataFolder } from './support/system.ts';
import { test } from './support/test.ts';
import { expectLive, goTo } from './support/windows.ts';

/** What a list shows becomes a file; a failed job is shown, retried with a reason, and disappears. */

test('a list becomes a file that opens as a sheet', async ({ windows }) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/listRma');
  await page.getByTestId('export-list').click();
  await page.getByTestId('export-start').click();
  const done = page.locator('[data-testid^="export-row-"][data-state="done"]').first();
  const fetched = page.waitForEvent('download');
  await done.getByRole('button').click();
  const download = await fetched;
  expect(download.suggestedFilename()).toMatch(/^repair-list-PAR-\d{4}-\d\d-\d\d\.xlsx$/);
  // A sheet is a zip archive.
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('a failing job is seen live, tried again with a reason, and disappears', async ({ windows }) => {
  test.skip(dataFolder === undefined, 'needs the queue of a separate system');
  const admin = await windows.openAs('admin');
  await goTo(admin, '/operation/jobs');
  await expectLive(admin);
  const jobId = `broken-${Date.now()}`;
  const mend = await breakOneJob(jobId);
  const row = admin.getByTestId(`job-${jobId}`);
  await expect(row).toHaveAttribute('data-state', 'failed');
  await expect(row).toContainText('there is no such export');
  await mend();
  await admin.getByTestId(`retry-${jobId}`).click();
  await admin.getByTestId('retry-accept').click();
  await expect(admin.getByTestId('retry-dialog')).toBeVisible();
  await admin.getByTestId('retry-reason').fill('the export is there now');
  await admin.getByTestId('retry-accept').click();
  await expect(row).toHaveCount(0);
  await expect(admin.getByTestId('retry-notes')).toContainText('the export is there now');
});

/** Puts a job into the queue whose export does not exist; answers how to mend it. */
async function breakOneJob(jobId: string): Promise<() => Promise<void>> {
  const connectionString = adminUrlOf({ dataFolder: dataFolder ?? '' });
  const { Queue: PgQueue } = withBackend(createPostgresBackend);
  const queue = new PgQueue('exports', { connection: { connectionString, schema: QUEUE_SCHEMA, max: 1 } });
  await queue.add('build', { export_id: 1 }, { jobId, attempts: 1 });
  await queue.close();
  return async () => {
    const paris = await colleague('paris');
    const { id } = await paris.post<{ id: number }>('/excel', { excelType: 'list', filter: {} });
    const client = new Client({ connectionString });
    await client.connect();
    const data = JSON.stringify({ export_id: id });
    await client.query(`update ${QUEUE_SCHEMA}.job set data = $1 where queue = 'exports' and id = $2`, [
      data,
      jobId,
    ]);
    await client.end();
  };
}
