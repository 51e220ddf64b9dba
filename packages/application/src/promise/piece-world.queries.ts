import { DAY_MS, type SiteId } from '@atelier/domain/kernel.ts';
import type { PieceOrigin, PieceWorld } from '@atelier/domain/processes/ready-history.ts';
import { wallClockOf } from '@atelier/domain/promise/wall-clock.ts';
import type { Kysely } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';
import { factoryLoads, type LoadOf } from './factory-loads.queries.ts';

interface LoadsOfDay {
  readonly day: number;
  readonly loadOf: Promise<LoadOf>;
}

/** The loads when a day began stay the same all day: read once per day and database. */
const loadsToday = new WeakMap<Kysely<Database>, LoadsOfDay>();

/** What lies beside pieces now: these products, and how full the factories are. */
export async function pieceWorld(
  db: Kysely<Database>,
  skus: readonly string[],
  now: Date,
): Promise<PieceWorld> {
  const products = new Map(
    (skus.length === 0
      ? []
      : await db
          .selectFrom('products')
          .select(['sku', 'kind', 'collection'])
          .where('sku', 'in', skus)
          .execute()
    ).map((product) => [product.sku, product]),
  );
  return {
    productOf: (sku) => {
      const product = products.get(sku);
      return { kind: product?.kind ?? '', collection: product?.collection ?? '' };
    },
    loadOf: await loadsOn(db, now),
  };
}

function loadsOn(db: Kysely<Database>, now: Date): Promise<LoadOf> {
  const day = Math.floor(now.getTime() / DAY_MS);
  const known = loadsToday.get(db);
  if (known?.day === day) return known.loadOf;
  const loadOf = inScope(db, { kind: 'all' }, (trx) => factoryLoads(trx, now, now));
  loadsToday.set(db, { day, loadOf });
  loadOf.catch(() => loadsToday.delete(db));
  return loadOf;
}

/** The shop of a piece, as its dates need it; undefined for a site that is none. */
export async function placeOf(
  db: Kysely<Database>,
  storeId: SiteId,
): Promise<Pick<PieceOrigin, 'storeId' | 'country' | 'wall'> | undefined> {
  const site = await db
    .selectFrom('sites')
    .select(['country', 'time_zone'])
    .where('id', '=', storeId)
    .executeTakeFirst();
  return site && { storeId, country: site.country, wall: wallClockOf(site.time_zone) };
}
