import type { Principal } from '@atelier/domain/identity/principal.ts';
import {
  packageResponse,
  packageListBody,
  type PackageListBody,
  type PackageView,
} from '@atelier/contracts/shipping/schema.ts';
import type { OrderType } from '@atelier/domain/shipping/events.ts';
import { ORDER_TYPES } from '@atelier/domain/repair/travel.ts';
import { listItemsOfRmas } from '@atelier/application/repair-detail/items-of-rmas.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { createPlaces, type Places } from '@atelier/application/reference/places.queries.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import { packItems } from '@atelier/application/shipping/pack.commands.ts';
import { findPackageStatus } from '@atelier/application/shipping/package.queries.ts';
import { toShipmentView } from '@atelier/application/shipping/shipment-view.queries.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { audienceOf } from '../http/viewers.ts';
import { defineRoute } from '../http/route.ts';
import { refuseClientDelivery, refuseUnfitSite } from './destination.ts';

type Input = CommandInput & { readonly body: PackageListBody };

/** `POST /rma/packagelist` (product/shipping.md §3): with a tracking number it binds to that draft, without it only reads. */
export function packRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const places = createPlaces(deps.db);
  defineRoute(app, {
    method: 'POST',
    url: '/rma/packagelist',
    permission: ['view prepare package page', 'logistic ship out'],
    scope: 'site',
    summary: 'Bind items to a package, or read what they would make',
    body: packageListBody,
    response: packageResponse,
    handler: async (input) => {
      const orderType = orderTypeOf(input.body, input.principal);
      const itemIds = await chosenItems(deps, input, orderType);
      const tracking = input.body.rma_tracking;
      if (tracking === undefined || namesNothing(input.body)) {
        return ok(await packageView(deps, input, tracking, itemIds));
      }
      if (itemIds.length === 0) throw notFound();
      const outcome = accepted(
        await packItems(commandServices(deps), callerOf(input), {
          trackingNumber: tracking,
          itemIds,
          orderType,
          ...(await destinationOf(deps, places, input, orderType, itemIds)),
        }),
      );
      const view = await packageView(deps, input, tracking, itemIds);
      return ok(view, {
        message: 'package updated',
        position: outcome.position,
        version: view.shipment?.version,
      });
    },
  });
}

/** A shop sends to the warehouse, operation back to the shop, unless the call says otherwise. */
function orderTypeOf(body: PackageListBody, principal: Principal): OrderType {
  const given = body.order_type;
  if (given === 1 || given === 2 || given === 3 || given === 4) return given;
  return principal.userType === 'shop' ? 1 : 2;
}

/** A number alone reads its draft: nothing is asked to be bound. */
const namesNothing = (body: PackageListBody): boolean =>
  body.rma_id === undefined && body.rma_item_ids === undefined;

/** Items by their own ids, and those in sight of whole RMAs that stand in the status this package takes. */
async function chosenItems(deps: ApiDeps, { body, scope }: Input, orderType: OrderType): Promise<number[]> {
  const wanted = body.rma_status_id === undefined ? ORDER_TYPES[orderType].from : [body.rma_status_id];
  const ofRmas = body.rma_id === undefined ? [] : await listItemsOfRmas(deps.db, scope, body.rma_id);
  const fitting = ofRmas.filter(({ status }) => wanted.some((each) => each === status)).map(({ id }) => id);
  return [...new Set([...(body.rma_item_ids ?? []), ...fitting])];
}

/** From where the caller stands to where the call, or the configuration, says. */
async function destinationOf(
  deps: ApiDeps,
  places: Places,
  { body, principal }: Input,
  orderType: OrderType,
  itemIds: readonly number[],
) {
  const origin = principal.siteId;
  if (origin === undefined)
    throw badField('destination', 'custody_elsewhere', 'Your account has no site to send from.');
  if (body.to_client === true) {
    await refuseClientDelivery(deps, itemIds);
    return { origin, destination: null };
  }
  const destination = body.destination ?? (await usualDestination(deps, places, orderType, origin, itemIds));
  if (destination === null)
    throw badField('destination', 'wrong_destination', 'Choose where the package goes.');
  await refuseUnfitSite(places, orderType, destination);
  return { origin, destination };
}

/** The warehouse of the store; the shop where the pieces are collected, when it is one for all. */
async function usualDestination(
  deps: ApiDeps,
  places: Places,
  orderType: OrderType,
  origin: number,
  itemIds: readonly number[],
): Promise<number | null> {
  if (orderType === 1) return (await places.findSite(origin))?.warehouse_id ?? null;
  const rows = await inScope(deps.db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('item_row')
      .select((row) => row.fn.coalesce('collect_shop', 'store_id').as('shop'))
      .distinct()
      .where('id', 'in', itemIds)
      .execute(),
  );
  const [only, ...others] = rows.map(({ shop }) => shop);
  return others.length > 0 ? null : (only ?? null);
}

async function packageView(
  deps: ApiDeps,
  { principal, scope }: CommandInput,
  trackingNumber: string | undefined,
  itemIds: readonly number[],
): Promise<PackageView> {
  return inScope(deps.db, scope, async (trx) => {
    const status =
      trackingNumber === undefined ? undefined : await findPackageStatus(trx, deps.store, trackingNumber);
    const shown = status === undefined ? itemIds : status.record.item_ids;
    const records = await findItemRecords(trx, shown);
    const options = { audience: audienceOf(principal), policy: deps.policy() };
    return {
      shipment: status === undefined ? null : toShipmentView(status.record),
      items: records.map((record) => toItemView(record, options)),
      prices: [...(status?.prices ?? [])],
      can_send: status?.canSend ?? false,
      blocking: [...(status?.blocking ?? [])],
    };
  });
}
