import { catchUp } from '@atelier/event-store/projections/catch-up.ts';
import { CheckpointMoved } from '@atelier/event-store/projections/failures.ts';
import { rebuild } from '@atelier/application/read-models/rebuild.ts';
import { dropRebuild } from '@atelier/event-store/testing/drop-rebuild.ts';
import { type Cast, type Part, wander } from '../cast.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';

/** A read model is rebuilt beside the live one and put in its place, under everything else. */
export function rebuilding(name: string): Part {
  return {
    actor: `rebuilds-${name}`,
    run: async (cast) => {
      const { stage } = cast;
      await wander(stage, 20);
      const { store } = stage.scheduler.pick(cast.workers);
      const projector = readModelsOn(stage.poolOf('projector'), store.sealing);
      const tools = { owner: stage.poolOf('owner'), projector, store, parallel: 1 };
      try {
        await rebuild(tools, name);
      } catch (error) {
        // Poison stops a rebuild, as it should; what is begun must not meet the next schedule.
        stage.noteTrouble(error);
        await dropRebuild(cast.stage.installation.api.world.projectorPool, name);
      }
    },
  };
}

/** A second fold of the same projection beside the running one: the checkpoint fences the slower of the two. */
export const secondRunner: Part = {
  actor: 'catches-up',
  run: async (cast: Cast) => {
    const { stage, projections } = cast;
    await wander(stage, 20);
    const { store, readModels } = stage.scheduler.pick(cast.workers);
    for (const projection of projections) {
      try {
        await catchUp(readModels, store, projection, { batchSize: stage.batchSize });
      } catch (error) {
        if (!(error instanceof CheckpointMoved)) stage.noteTrouble(error);
      }
    }
  },
};

/**
 * A backup reads every table in one long transaction, while partitions run short: readers must not queue behind
 * a session that wants to attach one.
 */
export const backup: Part = {
  actor: 'backs-up',
  run: async (cast) => {
    const { stage } = cast;
    await wander(stage, 6);
    const client = await stage.poolOf('owner').connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      await client.query(
        'lock table events, events_default, streams, item_row, log_horizon in access share mode',
      );
      await wander(stage, 120);
      await client.query('commit');
    } finally {
      client.release();
    }
  },
};

/** Leaves less than one width of positions before the log outgrows its partitions. */
export async function runShortOfPartitions({ admin }: Cast['stage']['installation']): Promise<void> {
  await admin.query(
    `select setval('event_position', greatest((select last_value from event_position),
       (select max(upper_position) from event_partitions) - (select width / 2 from event_partitioning)))`,
  );
}
