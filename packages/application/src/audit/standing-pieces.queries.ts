import type { ReplayView } from '@atelier/contracts/audit/replay-schema.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import type { LogEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { openItemsAt } from '../dashboard/past-items.queries.ts';
import type { Names } from '../shared/people.queries.ts';
import { wireFile } from './replay-lines.queries.ts';

/** As many pieces as the widest board of today shows. */
const MOST = 5_000;

/**
 * The open pieces that a site held, or that were on their way to or from it, just before an event: where the board and the map
 * of its replay begin. Inside `inScope` of an account that sees all sites.
 */
export async function piecesStanding(
  trx: Kysely<Database>,
  siteId: number,
  before: LogEvent,
  names: Names,
): Promise<ReplayView['standing']> {
  const asOf = new Date(Date.parse(before.metadata.occurredAt) - 1).toISOString();
  const rows = await trx
    .selectFrom(openItemsAt({ asOf, knownAt: null }).as('open'))
    .innerJoin('item_row', 'item_row.id', 'open.id')
    .select([
      'open.id',
      'item_row.number',
      'open.status',
      'open.custody_site',
      'open.custody_from',
      'open.custody_to',
    ])
    .where((where) =>
      where.or([
        where('open.custody_site', '=', siteId),
        where('open.custody_from', '=', siteId),
        where('open.custody_to', '=', siteId),
      ]),
    )
    .orderBy('open.id')
    .limit(MOST)
    .execute();
  return Object.fromEntries(
    rows.map(({ id, ...file }) => [
      itemStream(id),
      wireFile({ ...file, custody_kind: file.custody_site === null ? 'shipment' : 'site' }, names),
    ]),
  );
}
