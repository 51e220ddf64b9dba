import type { Principal } from '@atelier/domain/identity/principal.ts';
import {
  findExport,
  type ExportRecord,
  type Requester,
} from '@atelier/application/exports/export.queries.ts';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';

/** The requester's export; not found for other accounts. */
export async function findOwnExport(
  { db }: Pick<ApiDeps, 'db'>,
  principal: Principal,
  id: number,
): Promise<ExportRecord> {
  const record = await findExport(db, requesterOf(principal), id);
  if (record === undefined) throw notFound();
  return record;
}

export const requesterOf = ({ user, worker }: Principal): Requester => ({
  userId: user.id,
  workerId: worker?.id ?? null,
});
