import type { Day, SiteId } from '@atelier/domain/kernel.ts';
import { initialsOf } from '@atelier/domain/shared/initials.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { BookedPickup } from '@atelier/contracts/repair/pickup-booked-schema.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

interface BookedPiece {
  readonly id: number;
  readonly number: string;
  readonly rma_id: number;
  readonly pickup_from: string;
  readonly pickup_to: string;
  readonly storage_safe: string | null;
  readonly storage_tray: string | null;
  readonly fee_open: number;
  readonly fee_currency: string;
  readonly firstname: string;
  readonly lastname: string;
}

const MOST_PIECES = 500;

/**
 * Who comes to a shop on a day, by time: a line per deposit and time, with its pieces, where they lie and what is to be paid. Of the
 * client the initials alone. Inside `inScope`; `siteId` null = every shop in scope.
 */
export async function findBookedPickups(
  trx: Kysely<Database>,
  siteId: SiteId | null,
  day: Day,
): Promise<readonly BookedPickup[]> {
  const { rows } = await sql<BookedPiece>`
    select i.id, i.number, i.rma_id, i.pickup_from, i.pickup_to, i.storage_safe, i.storage_tray, i.fee_open, i.fee_currency,
           coalesce(r.firstname, '') as firstname, coalesce(r.lastname, '') as lastname
      from item_row i left join rma_row r on r.id = i.rma_id
     where i.pickup_day = ${day} and i.status = ${Status.ShopReceived} and i.custody_kind = 'site'
       and (${siteId}::integer is null or i.custody_site = ${siteId})
     order by i.pickup_from, i.pickup_to, i.rma_id, i.id limit ${MOST_PIECES}`.execute(trx);
  const visits = Map.groupBy(rows, (row) => `${row.pickup_from} ${row.pickup_to} ${row.rma_id}`);
  return [...visits.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : visitOf([first, ...more]),
  );
}

function visitOf(pieces: readonly [BookedPiece, ...BookedPiece[]]): BookedPickup {
  const [first] = pieces;
  return {
    rma_id: first.rma_id,
    from: first.pickup_from,
    to: first.pickup_to,
    initials: initialsOf(first.firstname, first.lastname),
    open: openOf(pieces),
    items: pieces.map(({ id, number, storage_safe: safe, storage_tray: tray }) => ({
      id,
      number,
      storage: safe === null || tray === null ? null : { safe, tray },
    })),
  };
}

/** What is to be paid, an amount for each currency. */
function openOf(pieces: readonly BookedPiece[]): BookedPickup['open'] {
  const owed = Map.groupBy(
    pieces.filter(({ fee_open: open }) => open > 0),
    ({ fee_currency: currency }) => currency,
  );
  return [...owed].map(([currency, of]) => ({
    amount: of.reduce((sum, { fee_open: open }) => sum + open, 0),
    currency,
  }));
}
