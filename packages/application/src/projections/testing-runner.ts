import type { NewEvent } from '@atelier/event-store/types.ts';
import { PROJECTIONS } from '../read-models/all.ts';
import { startProjections, type ProjectionsOptions } from '@atelier/event-store/projections/run.ts';
import { openWorld } from './testing.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { META, randomStories, writeStories } from './testing-histories.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { Stoppable } from '@atelier/postgres/until-stopped.ts';

/** A world with projections that a test starts, and what it asks of them. */
export async function openRunner() {
  const world = await openWorld();
  const running: Stoppable[] = [];
  const errors: unknown[] = [];
  const start = (options: Partial<ProjectionsOptions<Transaction<Database>>> = {}): Stoppable => {
    const started = startProjections({
      store: world.store,
      database: world.readModels,
      projections: PROJECTIONS,
      onError: (error) => void errors.push(error),
      ...options,
    });
    running.push(started);
    return started;
  };

  const write = async (seed: number, deposits: number, firstId: number): Promise<number> => {
    await writeStories(world.store, randomStories({ seed, deposits, firstId }));
    return settleHorizon(world.pool, world.store);
  };

  const countedItemOf = (itemId: number) =>
    world.projector.selectFrom('item_census').selectAll().where('item_id', '=', itemId).executeTakeFirst();

  const totalCounted = async (): Promise<number> => {
    const rows = await world.projector
      .selectFrom('status_counters')
      .select('total')
      .where('scope_key', '=', 0)
      .execute();
    return rows.reduce((sum, row) => sum + row.total, 0);
  };

  const totalItems = async (): Promise<number> =>
    (await world.projector.selectFrom('item_row').select('id').execute()).length;

  const append = (streamId: string, expectedVersion: number, ...events: readonly NewEvent[]) =>
    world.store.append({ streams: [{ streamId, expectedVersion, events }], metadata: META });

  return {
    world,
    errors,
    start,
    write,
    append,
    countedItemOf,
    totalCounted,
    totalItems,
    stop: async () => {
      await Promise.all(running.splice(0).map((each) => each.stop()));
      errors.length = 0;
    },
  };
}

export type Runner = Awaited<ReturnType<typeof openRunner>>;
