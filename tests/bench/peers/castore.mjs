// Castore's PostgreSQL adapter, through its own client with as many connections as the others have.
import { PostgresEventStorageAdapter } from '@castore/event-storage-adapter-postgres';

const context = { eventStoreId: 'BENCH' };

export async function install(url) {
  await PostgresEventStorageAdapter.createEventTable({
    connectionString: url,
    aggregateId: { type: 'VARCHAR', length: 64 },
  });
}

export async function open(url, event) {
  const adapter = new PostgresEventStorageAdapter({ connectionString: `${url}?max=16` });
  return {
    name: 'Castore 2.4.2',
    append: async (streamId, expectedVersion) => {
      try {
        await adapter.pushEvent(
          {
            aggregateId: streamId,
            version: expectedVersion + 1,
            type: event.type,
            payload: event.data,
            metadata: event.metadata,
          },
          context,
        );
        return true;
      } catch (error) {
        if (error.code !== 'EventAlreadyExistsError') throw error;
        return false;
      }
    },
    versionOf: async (streamId) => {
      const { events } = await adapter.getEvents(streamId, context, { reverse: true, limit: 1 });
      return events[0]?.version ?? 0;
    },
    close: async () => {
      // The adapter has no other way to close its connections.
      // oxlint-disable-next-line no-underscore-dangle
      await adapter._sql.end();
    },
  };
}
