import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

/** What the filters of the figures offer: a shop is offered itself alone. */
export async function insightChoices(db: Kysely<Database>, scope: DataScope) {
  const [sites, lines] = await Promise.all([
    db.selectFrom('sites').select(['id', 'name', 'country', 'kind']).orderBy('name').execute(),
    db.selectFrom('products').select('collection').distinct().orderBy('collection').execute(),
  ]);
  const isOffered = (id: number) => scope.kind !== 'store' || scope.siteId === id;
  return {
    shops: sites
      .filter(({ id, kind }) => kind === 'shop' && isOffered(id))
      .map(({ id, name, country }) => ({ id, name, country })),
    factories: sites.filter(({ kind }) => kind === 'factory').map(({ id, name }) => ({ id, name })),
    lines: lines.map(({ collection }) => collection),
  };
}
