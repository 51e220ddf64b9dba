import { createPool } from '@atelier/event-store/pool.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { PROJECTIONS } from '@atelier/application/read-models/all.ts';
import { releaseStream } from '@atelier/event-store/projections/parked.ts';
import type { JobSlice } from '../../jobs/job-slice.ts';
import type { Policy, Work } from '../../jobs/policy.ts';
import type { DueJob } from '../../jobs/queues.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';

/** Whenever somebody told a projection to try again, a worker folds what it had set aside. */
const releasePolicy: Policy = {
  name: 'release',
  types: ['ParkedStreamReleased'],
  workFor: ({ data }: StoredEvent): readonly Work[] => {
    const { retryId, projection, streamId } = { retryId: 0, projection: '', streamId: '', ...data };
    return [{ name: 'release', data: { projection, stream_id: streamId }, key: `release-${retryId}` }];
  },
};

/** What keeps the read models in order: only the projections' own role may write them. */
export function upkeepSlice(databaseUrl: string): JobSlice {
  return {
    queue: 'upkeep',
    policies: [releasePolicy],
    handler: (services) => (job) => release(services, databaseUrl, job),
  };
}

/** Folds it again in its order; still poison, it stays where it is, and the job says why. Twice is once. */
async function release(services: CommandServices, databaseUrl: string, { data }: DueJob): Promise<void> {
  const projection = PROJECTIONS.find(({ name }) => name === data['projection']);
  if (projection === undefined) throw new Error('there is no such projection');
  const pool = createPool({ connectionString: databaseUrl, role: 'atelier_projector', max: 1 });
  try {
    // With gaps: an event that this projection does not need may stay undecodable.
    const read = async (streamId: string) =>
      (await services.store.readLoggedStreams([streamId])).get(streamId) ?? { events: [] };
    await releaseStream(readModelsOn(pool), projection, String(data['stream_id']), read);
  } finally {
    await pool.end();
  }
}
