import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { SHIPMENT_STATES } from '@atelier/domain/shipping/contract.ts';
import {
  packageResponse,
  packagePriceResponse,
  packageQuery,
  pastPackageQuery,
  packageStatusResponse,
  packagesResponse,
  packagesQuery,
  signatureQuery,
  signaturesResponse,
  trackingBody,
  type PackageView,
} from '@atelier/contracts/shipping/schema.ts';
import { findShipmentId } from '@atelier/application/shipping/shipment-number.queries.ts';
import {
  findPastShipmentRecord,
  listPastShipments,
} from '@atelier/application/shipping/past-shipment.queries.ts';
import type { PastReader } from '@atelier/application/commands/past-streams.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import {
  findPackagePrice,
  findPackageStatus,
  type PackageStatus,
} from '@atelier/application/shipping/package.queries.ts';
import { listShipments, toShipmentView } from '@atelier/application/shipping/shipment-view.queries.ts';
import {
  findItemSignatures,
  findPackageSignatures,
} from '@atelier/application/shipping/signature.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError, badField, notFound } from '../http/errors.ts';
import { audienceOf, PACKAGE_VIEWERS } from '../http/viewers.ts';
import { GUESS_LIMITS } from '../http/guess-limits.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf, momentIn } from '../shared/moment.ts';

/** Packages: whether they can go, what they hold and cost, and who signed (product/calls.md §9). */
export function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  packageStatusRoute(app, deps);
  packagePriceRoute(app, deps);
  packageListRoute(app, deps);
  trackingRoute(app, deps);
  signatureRoute(app, deps);
}

function packageStatusRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/packagestatus',
    permission: PACKAGE_VIEWERS,
    scope: 'site',
    summary: 'Whether a package can be sent, and everything that stops it',
    query: pastPackageQuery,
    response: packageStatusResponse,
    guessLimit: GUESS_LIMITS.packages,
    handler: async ({ query, scope }) => {
      const moment = momentIn(query, deps.clock);
      if (moment !== null) return pastPackage(deps, query.tracking_no, { store: deps.store, moment, scope });
      const found = await inScope(deps.db, scope, (trx) =>
        findPackageStatus(trx, deps.store, query.tracking_no),
      );
      if (found === undefined) {
        const isUsed = (await findShipmentId(deps.db, query.tracking_no)) !== null;
        return ok(noPackage(isUsed ? 'tracking_used' : 'not_found'));
      }
      if (!isOfType(found, query.order_type)) return ok(noPackage('wrong_order_type'));
      const { record, canSend, blocking } = found;
      const shipment = toShipmentView(record);
      return ok({ can_send: canSend, blocking: [...blocking], shipment }, { version: shipment.version });
    },
  });
}

/** The package as it was; "not found" where it was not there, or is not the caller's to see. */
async function pastPackage({ db }: ApiDeps, trackingNumber: string, reader: PastReader) {
  const record = await inScope(db, reader.scope, (trx) =>
    findPastShipmentRecord(trx, trackingNumber, reader),
  );
  if (record === undefined) return ok(noPackage('not_found'), besideOf(reader.moment));
  const shipment = toShipmentView(record);
  const status = { can_send: false, blocking: [], shipment };
  return ok(status, { version: shipment.version, ...besideOf(reader.moment) });
}

/** Nothing to send: an unused number, another sender's number, or a package of another kind. */
const noPackage = (code: 'not_found' | 'tracking_used' | 'wrong_order_type') => ({
  can_send: false,
  blocking: [{ code, item_id: null, number: null }],
  shipment: null,
});

const isOfType = ({ record }: PackageStatus, orderType: number | undefined): boolean =>
  orderType === undefined || record.order_type === orderType;

function packagePriceRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/packageprice',
    permission: PACKAGE_VIEWERS,
    scope: 'site',
    summary: 'A line per item, quantity 1, and the total, in minor units',
    query: packageQuery,
    response: packagePriceResponse,
    handler: async ({ query, scope }) => {
      const result = await inScope(deps.db, scope, (trx) =>
        findPackagePrice(trx, deps.store, query.tracking_no),
      );
      if (!result.found) throw notFound();
      if (result.price !== undefined) return ok({ ...result.price, lines: [...result.price.lines] });
      throw new ApiError(400, 'price_unknown', 'The price of an item is not known.', {
        data: { item_ids: result.unknown },
      });
    },
  });
}

function packageListRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/packages',
    permission: PACKAGE_VIEWERS,
    scope: 'site',
    summary: "The packages of the caller's site, inbound or outbound, newest first",
    query: packagesQuery,
    response: packagesResponse,
    handler: async ({ query, scope }) => {
      const { direction, q, page, page_size: pageSize } = query;
      const request = { direction, q, page, pageSize, states: statesOf(query.state) };
      const moment = momentIn(query, deps.clock);
      const { shipments, total } = await inScope(deps.db, scope, (trx) =>
        moment === null
          ? listShipments(trx, request, scope)
          : listPastShipments(trx, request, { store: deps.store, moment, scope }),
      );
      return ok([...shipments], { total, ...besideOf(moment) });
    },
  });
}

/** One state or several, with commas. */
function statesOf(text: string | undefined) {
  return text?.split(',').map((name) => {
    const state = SHIPMENT_STATES.find((known) => known === name);
    if (state === undefined)
      throw badField('state', 'unknown_state', `One of ${SHIPMENT_STATES.join(', ')}.`);
    return state;
  });
}

function trackingRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/trackingrma',
    shows: 'persons',
    permission: PACKAGE_VIEWERS,
    scope: 'site',
    summary: 'A package with its items, for the site that receives it',
    body: trackingBody,
    response: packageResponse,
    handler: async ({ body, principal, scope }) => {
      const view = await findPackageView(deps, body.tracking_number, principal, scope);
      if (view === undefined) throw notFound();
      return ok(view, { version: view.shipment?.version });
    },
  });
}

/** A package with its items as the caller sees them; undefined when it is out of sight. */
export function findPackageView(
  deps: ApiDeps,
  trackingNumber: string,
  principal: Principal,
  scope: DataScope,
): Promise<PackageView | undefined> {
  const options = { audience: audienceOf(principal), policy: deps.policy() };
  return inScope(deps.db, scope, async (trx) => {
    const found = await findPackageStatus(trx, deps.store, trackingNumber);
    if (found === undefined) return undefined;
    const records = await findItemRecords(trx, found.record.item_ids);
    return {
      shipment: toShipmentView(found.record),
      items: records.map((record) => toItemView(record, options)),
      prices: [...found.prices],
      can_send: found.canSend,
      blocking: [...found.blocking],
    };
  });
}

function signatureRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/getSignature',
    shows: 'persons',
    permission: [...PACKAGE_VIEWERS, 'shop handover', 'view (shop) get all rma'],
    scope: 'site',
    summary: 'Every version of the signatures of an item or a package, the newest first',
    query: signatureQuery,
    response: signaturesResponse,
    handler: async ({ query, scope }) => {
      const { rma_item_id: itemId, tracking_no: trackingNumber, kind } = query;
      const all = await inScope(deps.db, scope, (trx) =>
        trackingNumber === undefined
          ? findItemSignatures(trx, deps.store, deps.blobs, itemId ?? 0)
          : findPackageSignatures(trx, deps.store, deps.blobs, trackingNumber),
      );
      if (all === undefined) throw notFound();
      const signatures = all.filter((each) => kind === undefined || each.kind === kind);
      return ok(signatures, { total: signatures.length });
    },
  });
}
