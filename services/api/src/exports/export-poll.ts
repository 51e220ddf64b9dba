import { listNewestExports, toExportView } from '@atelier/application/exports/export.queries.ts';
import type { AppDb } from '@atelier/application/platform/database.ts';
import type { Poll } from '../http/live-ports.ts';

const TOPIC = /^exports:(\d+)$/;
const SHOWN = 20;

/** One's own exports as they come along: the worker's progress stands in a table, not in the log. */
export const exportPoll = (db: AppDb): Poll => ({
  covers: (topic) => TOPIC.test(topic),
  // The topic names its one subscriber already.
  mayReceive: () => true,
  read: async (topic) => {
    const now = new Date();
    const records = await listNewestExports(db, Number(TOPIC.exec(topic)?.[1]), SHOWN);
    return records.map((record) => ({ kind: 'export', ...toExportView(record, now) }));
  },
});
