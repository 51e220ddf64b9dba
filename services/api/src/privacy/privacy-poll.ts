import { newestPrivacyPosition } from '@atelier/application/privacy/newest-position.queries.ts';
import type { AppDb } from '@atelier/application/platform/database.ts';
import type { Poll } from '../http/live-ports.ts';

/** That a request, a hold or an export is other than it was, as one row: screens read their lists again. */
export const privacyPoll = (db: AppDb): Poll => ({
  covers: (topic) => topic === 'privacy',
  // Who may subscribe to the topic may see all of it.
  mayReceive: () => true,
  read: async () => [{ kind: 'privacy', id: 0, position: await newestPrivacyPosition(db) }],
});
