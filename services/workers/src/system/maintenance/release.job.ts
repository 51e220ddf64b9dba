import { z } from 'zod';
import { createPool } from '@atelier/event-store/pool.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { PROJECTIONS } from '@atelier/application/read-models/all.ts';
import { releaseStream } from '@atelier/event-store/projections/parked.ts';
import { job, type JobSlice } from '../../jobs/job-slice.ts';
import type { Reaction, Work } from '../../jobs/reaction.ts';
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

const releasePayload = z.object({ projection: z.string(), stream_id: z.string() });

/** Maintenance of the read models: only the projections' own role may write them. */
export function maintenanceSlice(databaseUrl: string): JobSlice {
  return {
    // In Redis, in PostgreSQL and on the jobs screen: waiting jobs stand under this name, so it stays.
    queue: 'upkeep',
    reactions: [releaseReaction],
    jobs: [job('release', releasePayload, (services, payload) => release(services, databaseUrl, payload))],
  };
}

/** Folds a parked stream in its order. One that still cannot be read stays parked, and the job fails with the reason. May run twice. */
async function release(
  services: CommandServices,
  databaseUrl: string,
  { projection: name, stream_id: streamId }: z.infer<typeof releasePayload>,
): Promise<void> {
  const projection = PROJECTIONS.find((one) => one.name === name);
  if (projection === undefined) throw new Error('there is no such projection');
  const pool = createPool({ connectionString: databaseUrl, role: 'atelier_projector', max: 1 });
  try {
    // With gaps: an event that this projection does not need may stay undecodable.
    const read = async (id: string) =>
      (await services.store.readLoggedStreams([id])).get(id) ?? { events: [] };
    await releaseStream(readModelsOn(pool, services.store.sealing), projection, streamId, read);
  } finally {
    await pool.end();
  }
}
