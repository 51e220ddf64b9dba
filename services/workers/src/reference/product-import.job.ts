import type { ImportedLine } from '@atelier/domain/reference/product-import/events.ts';
import { openSkus, type ProductImport } from '@atelier/domain/reference/product-import/product-import.ts';
import { productImportAggregate } from '@atelier/application/aggregates.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import {
  productImportStream,
  takeProductLines,
} from '@atelier/application/reference/product-import/product-import.commands.ts';
import { listRunningImports } from '@atelier/application/reference/product-import/product-import.queries.ts';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import type { Reaction, Work } from '../jobs/reaction.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { z } from 'zod';
import { FEED_BATCH, FeedUnavailable, fetchItems, type FeedSettings } from './product-feed.ts';
import { takeItem } from './take-item.ts';

const importWork = (importId: number): Work => ({
  name: 'fetch',
  data: { import_id: importId },
  key: `product-import-${importId}`,
});

/** On request a worker fetches master data (product/reference.md §5). */
const importReaction: Reaction = {
  name: 'product-imports',
  types: ['ProductImportRequested'],
  workFor: ({ data }: StoredEvent) =>
    'importId' in data && typeof data.importId === 'number' ? [importWork(data.importId)] : [],
};

/** Product master data from the catalogue feed; undefined settings = no feed is configured, and every SKU says so. */
export const productImportSlice = (feed: FeedSettings | undefined): JobSlice => ({
  queue: 'product-imports',
  jobs: [
    job('fetch', z.object({ import_id: z.int() }), (services, { import_id: id }, due) =>
      importProducts(services, id, due, feed),
    ),
  ],
  reactions: [importReaction],
  reconcile: putBack,
});

async function putBack({ db }: CommandServices, queue: JobQueue): Promise<void> {
  for (const importId of await listRunningImports(db)) {
    const { name, data, key } = importWork(importId);
    await queue.add(name, data, key);
  }
}

async function importProducts(
  services: CommandServices,
  importId: number,
  due: DueJob,
  feed: FeedSettings | undefined,
): Promise<void> {
  const state = await readImport(services, importId);
  if (feed === undefined) return giveUp(services, state, 'feed_not_configured');
  try {
    await fetchAll(services, due, state, feed);
  } catch (error) {
    if (!(error instanceof FeedUnavailable) || !due.isLastAttempt) throw error;
    await giveUp(services, await readImport(services, importId), 'feed_unavailable');
  }
}

async function readImport(services: CommandServices, importId: number): Promise<ProductImport> {
  const { events } = await services.store.readStream(productImportStream(importId));
  const state = productImportAggregate.stateOf(events);
  if (state.kind === 'none') throw new Error('there is no such product import');
  return state;
}

/**
 * Batch by batch, each written down before the next is asked for: progress is the events themselves, and a worker that
 * dies in the middle leaves what is done, for the next one to go on from.
 */
async function fetchAll(
  services: CommandServices,
  job: DueJob,
  state: ProductImport,
  feed: FeedSettings,
): Promise<void> {
  const open = openSkus(state);
  for (let from = 0; from < open.length; from += FEED_BATCH) {
    const batch = open.slice(from, from + FEED_BATCH);
    const items = await fetchItems(feed, batch);
    const lines: ImportedLine[] = [];
    for (const sku of batch) {
      const item = items.get(sku);
      lines.push(
        item === undefined
          ? { sku, result: 'not_found', code: null }
          : await takeItem(services, state.id, sku, item),
      );
    }
    await recordTaken(services, state.id, lines);
    await job.progress(state.lines.length + from + batch.length, state.skus.length);
  }
}

async function giveUp(services: CommandServices, state: ProductImport, code: string): Promise<void> {
  const lines = openSkus(state).map((sku): ImportedLine => ({ sku, result: 'failed', code }));
  await recordTaken(services, state.id, lines);
}

async function recordTaken(services: CommandServices, importId: number, lines: readonly ImportedLine[]) {
  const caller = systemCaller(services.clock, 'product import');
  const outcome = await takeProductLines(services, caller, importId, lines);
  if (!outcome.ok) throw new Error(`the import could not go on: ${outcome.rejection.code}`);
}
