import { anySku, keptPicture, PAR } from '@atelier/application/commands/testing-commands.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { FastifyInstance } from 'fastify';
import { openApiWorld, type ApiWorld, type PersonName } from '../testing/testing-api.ts';
import { Journey } from '../testing/testing-journey.ts';
import { signInPeople, type Call, type People } from '../testing/testing-people.ts';

/** A world over HTTP in which pieces go their way, for the tests of packages. */
export interface PackageWorld {
  readonly api: ApiWorld;
  readonly app: FastifyInstance;
  readonly people: People;
  readonly call: Call;
  readonly journey: Journey;
  /** Not in any price list of Paris any more. */
  readonly unlisted: (sku: string) => Promise<void>;
  readonly sku: string;
  /** The fields of a plain piece in a deposit, with a separate picture. */
  readonly piece: object;
}

export async function openPackages(names: readonly PersonName[]): Promise<PackageWorld> {
  const api = await openApiWorld();
  const { app } = await api.node();
  const people = await signInPeople(app, names);
  const sku = await anySku(api.world);
  const piece = { product_sku: sku, images: [await keptPicture(api.world, PAR)] };
  const journey = new Journey(people.call, piece);
  return { api, app, people, call: people.call, journey, unlisted: (of) => unlisted(api, of), sku, piece };
}

async function unlisted(api: ApiWorld, sku: string): Promise<void> {
  const owner = createPool({
    connectionString: api.world.database.connectionString,
    role: 'owner',
    max: 1,
  });
  await owner.query('delete from prices where sku = $1', [sku]);
  await owner.end();
}
