import { randomUUID } from 'node:crypto';
import type { Caller, CommandOutcome } from '@atelier/application/commands/run-command.ts';
import {
  bookPickup,
  chooseCollection,
  type CollectionWish,
} from '@atelier/application/customer-site/collection.commands.ts';
import {
  findAskedDeposit,
  findCustomerStatus,
} from '@atelier/application/customer-site/customer-status.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { createPlaces, type Places } from '@atelier/application/reference/places.queries.ts';
import { countFailure, isShut } from '@atelier/application/shared/failure-count.ts';
import {
  bookPickupBody,
  chooseCollectionBody,
  type CustomerCollection,
} from '@atelier/contracts/customer-site/collection-schema.ts';
import { customerStatusResponse } from '@atelier/contracts/customer-site/schema.ts';
import { SYSTEM, type RmaId } from '@atelier/domain/kernel.ts';
import type { CollectionKind } from '@atelier/domain/repair/collection/collection-events.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accepted, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound, tooMany } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { pageReader } from './customer-page.ts';

/** By address. The decisions of one deposit are counted over all addresses and nodes. */
const LIMIT = { max: 20, windowMs: 60_000 };
const HOUR_MS = 3_600_000;
const OF_DEPOSIT = { most: 40, lockMs: HOUR_MS, quietMs: HOUR_MS } as const;

/**
 * What the holder of a customer's link decides (product/repair.md §20). The reference stands in the body alone, so that no log has it;
 * a number with digits is answered like an unknown reference.
 */
export function collectionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const places = createPlaces(deps.db);
  const services = commandServices(deps);
  const common = { method: 'POST', permission: 'public', scope: 'link', limit: LIMIT } as const;
  defineRoute(app, {
    ...common,
    url: '/customer/collection',
    summary: 'The client chooses how they get their pieces back: here, at another shop, or delivered',
    body: chooseCollectionBody,
    response: customerStatusResponse,
    handler: async ({ body: { rma_id: reference, language, kind, shop_id: shopId }, scope, request }) => {
      const rmaId = await depositBehind(deps, scope, reference);
      const wish = wishFor(await offeredTo(deps, places, scope, rmaId), kind, shopId);
      const outcome = await chooseCollection(services, clientAt(request), rmaId, wish);
      return answer(deps, places, scope, { rmaId, language }, outcome);
    },
  });
  defineRoute(app, {
    ...common,
    url: '/customer/pickup',
    summary: 'The client books a time to collect their pieces, or cancels it',
    body: bookPickupBody,
    response: customerStatusResponse,
    handler: async ({ body: { rma_id: reference, language, pickup }, scope, request }) => {
      const rmaId = await depositBehind(deps, scope, reference);
      const outcome = await bookPickup(services, clientAt(request), rmaId, pickup);
      return answer(deps, places, scope, { rmaId, language }, outcome);
    },
  });
}

/** By the link only. Counted before anything is decided. */
async function depositBehind(deps: ApiDeps, scope: DataScope, reference: string): Promise<RmaId> {
  const asked = await inScope(deps.db, scope, (trx) => findAskedDeposit(trx, reference));
  if (asked?.byReference !== true || asked.isErased) throw notFound();
  const counted = { account: `collect ${asked.id}`, address: '*' };
  const count = await countFailure(deps.db, counted, OF_DEPOSIT, deps.clock.now());
  if (isShut(count, OF_DEPOSIT.most)) throw tooMany(HOUR_MS / 1000);
  return asked.id;
}

interface Shown {
  readonly rmaId: RmaId;
  readonly language?: string | undefined;
}

async function pageOf(deps: ApiDeps, places: Places, scope: DataScope, { rmaId, language }: Shown) {
  const reader = await pageReader(deps, places);
  const status = await findCustomerStatus(scope, { rmaId, masked: false, language, reader });
  if (status === undefined) throw notFound();
  return status.items;
}

/** Of the pieces that something can still be decided about. */
async function offeredTo(deps: ApiDeps, places: Places, scope: DataScope, rmaId: RmaId) {
  const items = await pageOf(deps, places, scope, { rmaId });
  return items.flatMap(({ collection }) => (collection?.can_change === true ? collection : []));
}

/** Only what the page offers, at the price that it shows. */
function wishFor(
  offers: readonly CustomerCollection[],
  kind: CollectionKind,
  shopId: number | null,
): CollectionWish {
  switch (kind) {
    case 'shop':
      return { kind, shopId: null, fee: null };
    case 'other_shop': {
      const isOffered = offers.some(({ shops }) => shops.some(({ id }) => id === shopId));
      if (!isOffered) throw badField('shop_id', 'wrong_destination', 'Choose one of the shops.');
      return { kind, shopId, fee: null };
    }
    case 'delivery': {
      const isOffered = offers.length > 0 && offers.every(({ delivery }) => delivery !== null);
      const delivery = offers[0]?.delivery;
      if (!isOffered || delivery == null)
        throw badField('kind', 'country_closed_to_clients', 'A delivery is not offered.');
      return { kind, shopId: null, fee: { amount: delivery.fee, currency: delivery.currency } };
    }
  }
}

/** What the page shows now. */
async function answer(
  deps: ApiDeps,
  places: Places,
  scope: DataScope,
  shown: Shown,
  outcome: CommandOutcome,
) {
  const { position } = accepted(outcome);
  return ok([...(await pageOf(deps, places, scope, shown))], { position });
}

/** No account is signed in: the caller is the customer, identified by the link. */
const clientAt = (request: FastifyRequest): Caller => ({
  actor: SYSTEM,
  scope: { kind: 'all' },
  metadata: {
    actor: { id: 'customer link', kind: 'customer' },
    commandId: randomUUID(),
    correlationId: request.id,
    occurredAt: request.server.clock.now().toISOString(),
  },
});
