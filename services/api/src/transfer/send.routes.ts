import {
  sendTransferBody,
  transferSentResponse,
  updateTrackingBody,
  type OutsideBody,
} from '@atelier/contracts/transfer/schema.ts';
import { transferOf } from '@atelier/domain/repair/item/item.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { createPlaces, type Places } from '@atelier/application/reference/places.queries.ts';
import { findShipmentRecord, toShipmentView } from '@atelier/application/shipping/shipment-view.queries.ts';
import { readItems } from '@atelier/application/transfer/basket.queries.ts';
import {
  sendTransferPackage,
  type TransferSending,
} from '@atelier/application/transfer/transfer.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { keepSignature, refuseBadSignature, SIGNED_BODY_LIMIT } from '../http/keep-signature.ts';
import { rejected } from '../http/rejections.ts';
import { defineRoute } from '../http/route.ts';
import { basketOf } from './basket.routes.ts';
import { TRANSFER_GUARD } from './guard.ts';
import { factoryNamed } from './which-factory.ts';

/** The two ways of sending a transfer: the basket, or an explicit list. Both 3 or 17 → 18, idempotent by number. */
export function sendRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const places = createPlaces(deps.db);
  basketSendRoute(app, deps, places);
  oneStepRoute(app, deps, places);
}

function basketSendRoute(app: FastifyInstance, deps: ApiDeps, places: Places): void {
  defineRoute(app, {
    ...TRANSFER_GUARD,
    method: 'POST',
    url: '/sav/update_tracking_number',
    summary: 'Give the basket’s pieces for one factory a tracking number, and send them',
    body: updateTrackingBody,
    response: transferSentResponse,
    bodyLimit: SIGNED_BODY_LIMIT,
    handler: async (input) => {
      const { tracking_number: trackingNumber, factory } = input.body;
      const wanted =
        factory === undefined ? undefined : (await factoryNamed(places, factory, deps.policy())).id;
      const group = await basketFor(deps, input, wanted);
      // Emptied by this very call, sent a moment ago and repeated now.
      if (group === undefined) return sentBefore(deps, input, trackingNumber, wanted);
      const sending = { trackingNumber, ...group, fromBasket: true };
      return send(deps, input, sending);
    },
  });
}

function oneStepRoute(app: FastifyInstance, deps: ApiDeps, places: Places): void {
  defineRoute(app, {
    ...TRANSFER_GUARD,
    method: 'POST',
    url: '/send_package',
    summary: 'Build and send a package of these items to a factory; can_send is asked inside',
    body: sendTransferBody,
    response: transferSentResponse,
    bodyLimit: SIGNED_BODY_LIMIT,
    handler: async (input) => {
      const { tracking_no: trackingNumber, rma_item_ids: itemIds } = input.body;
      const { id: factory } = await factoryNamed(places, input.body.factory, deps.policy());
      return send(deps, input, { trackingNumber, factory, itemIds, fromBasket: false });
    },
  });
}

interface Group {
  readonly factory: number;
  readonly itemIds: readonly number[];
}

/** What lies in the basket for one factory; which one must be said when there are several. */
async function basketFor(
  deps: ApiDeps,
  input: CommandInput,
  wanted: number | undefined,
): Promise<Group | undefined> {
  const items = [...(await readItems(deps.store, await basketOf(deps, input))).values()];
  const factories = new Set(items.flatMap((item) => transferOf(item).to ?? []));
  const [only, ...others] = wanted === undefined ? factories : [wanted];
  if (others.length > 0)
    throw badField('factory', 'factory_required', 'The basket holds pieces for several factories.');
  const itemIds = items.filter((item) => transferOf(item).to === only).map(({ id }) => id);
  return only === undefined || itemIds.length === 0 ? undefined : { factory: only, itemIds };
}

async function sentBefore(
  deps: ApiDeps,
  { scope, principal }: CommandInput,
  trackingNumber: string,
  wanted: number | undefined,
) {
  const record = await inScope(deps.db, scope, (trx) => findShipmentRecord(trx, trackingNumber));
  if (record === undefined) throw rejected({ code: 'no_items' });
  const isOurs = record.order_type === 3 && record.origin === principal.siteId && record.sent_at !== null;
  const isThere = wanted === undefined || record.destination === wanted;
  if (!isOurs || !isThere) throw rejected({ code: 'tracking_used' });
  return sentResponse(record);
}

type Order = Omit<TransferSending, 'signature' | 'outside'>;

async function send(deps: ApiDeps, input: CommandInput & { readonly body: OutsideBody }, order: Order) {
  const { signature, carrier, seal_number, gross_weight } = input.body;
  if (signature !== undefined) refuseBadSignature(signature, 'signature.');
  const caller = callerOf(input);
  const outcome = await sendTransferPackage(commandServices(deps), caller, {
    ...order,
    signature: signature === undefined ? null : await keepSignature(deps.blobs, signature, 'courier', caller),
    outside: {
      ...(carrier !== undefined && { carrier }),
      ...(seal_number !== undefined && { sealNumber: seal_number }),
      ...(gross_weight !== undefined && { grossWeightGrams: gross_weight }),
    },
  });
  const { position } = accepted(outcome);
  const record = await inScope(deps.db, input.scope, (trx) => findShipmentRecord(trx, order.trackingNumber));
  if (record === undefined) throw notFound();
  return sentResponse(record, position);
}

type Sent = NonNullable<Awaited<ReturnType<typeof findShipmentRecord>>>;

function sentResponse(record: Sent, position?: number) {
  const data = { shipment: toShipmentView(record), rma_item_ids: record.item_ids, blocking: [] };
  return ok(data, { message: 'package sent', position, version: record.version });
}
