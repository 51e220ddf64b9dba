import { createPool } from '@atelier/event-store/pool.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { PROJECTIONS } from '@atelier/application/read-models/all.ts';
import { releaseStream } from '@atelier/event-store/projections/parked.ts';
import type { JobSlice } from '../../jobs/job-slice.ts';
import type { Reaction, Work } from '../../jobs/reaction.ts';
import type { DueJob } from '../../jobs/queues.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';

/** When a parked stream is released, a worker folds its events. */
const releaseReaction: Reaction = {
  name: 'release',
  types: ['ParkedStreamReleased'],
  workFor: ({ data }: StoredEvent): readonly Work[] => {
    const { retryId, projection, streamId } = { retryId: 0, projection: '', streamId: '', ...data };
    return [{ name: 'release', data: { projection, stream_id: streamId }, key: `release-${retryId}` }];
  },
};

/** Maintenance of the read models: only the projections' own role may write them. */
export function maintenanceSlice(databaseUrl: string): JobSlice {
  return {
    // In Redis, in PostgreSQL and on the jobs screen: waiting jobs stand under this name, so it stays.
    queue: 'upkeep',
    reactions: [releaseReaction],
    handler: (services) => (job) => release(services, databaseUrl, job),
  };
}

/** Folds a parked stream in its order. One that still cannot be read stays parked, and the job fails with the reason. May run twice. */
async function release(services: CommandServices, databaseUrl: string, { data }: DueJob): Promise<void> {
  const projection = PROJECTIONS.find(({ name }) => name === data['projection']);
  if (projection === undefined) throw new Error('there is no such projection');
  const pool = createPool({ connectionString: databaseUrl, role: 'atelier_projector', max: 1 });
  try {
    // With gaps: an event that this projection does not need may stay undecodable.
    const read = async (streamId: string) =>
      (await services.store.readLoggedStreams([streamId])).get(streamId) ?? { events: [] };
    await releaseStream(
      readModelsOn(pool, services.store.sealing),
      projection,
      String(data['stream_id']),
      read,
    );
  } finally {
    await pool.end();
  }
}
