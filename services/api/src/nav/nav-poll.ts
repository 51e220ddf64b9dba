import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { inScope, type AppDb } from '@atelier/application/platform/database.ts';
import { newestNavPosition } from '@atelier/application/nav/nav.queries.ts';
import { findNavCircuit } from '@atelier/application/nav/nav-circuit.queries.ts';
import type { Poll } from '../http/live-ports.ts';

const TOPIC = /^nav:(\d+)$/;

/**
 * The documents of a site and the connection to NAV, as one row that changes with any of them: screens read their page again.
 * The connection's state stands in a table, not in the log; hence it is polled.
 */
export const navPoll = (db: AppDb): Poll => ({
  covers: (topic) => TOPIC.test(topic),
  // Who may subscribe to the topic may see all of it.
  mayReceive: () => true,
  read: async (topic) => {
    const siteId = Number(TOPIC.exec(topic)?.[1]);
    const scope: DataScope = siteId === 0 ? { kind: 'all' } : { kind: 'site', siteId };
    const position = await inScope(db, scope, newestNavPosition);
    const { state, since } = await findNavCircuit(db, new Date());
    return [{ kind: 'nav', id: siteId, position, circuit: state, since }];
  },
});
