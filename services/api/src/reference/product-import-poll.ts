import { holdsAny } from '@atelier/domain/identity/principal.ts';
import { listProductImports } from '@atelier/application/reference/product-import/product-import.queries.ts';
import type { AppDb } from '@atelier/application/platform/database.ts';
import type { Poll } from '../http/live-ports.ts';

/** Product imports as they come along, SKU by SKU. */
export const productImportPoll = (db: AppDb): Poll => ({
  covers: (topic) => topic === 'imports',
  mayReceive: ({ permissions }) => holdsAny(permissions, 'view system config'),
  read: async () => (await listProductImports(db)).map((view) => ({ kind: 'import', ...view })),
});
