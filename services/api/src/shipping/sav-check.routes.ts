import type { Rejection } from '@atelier/domain/rejection.ts';
import {
  savCheckResponse,
  savCheckBody,
  savChecksResponse,
  savChecksQuery,
  savPieceQuery,
  savPieceResponse,
  savWaitingQuery,
  savWaitingResponse,
} from '@atelier/contracts/shipping/sav-check-schema.ts';
import { readSavCheck, type SavField } from '@atelier/domain/shipping/sav-check.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { saveSavCheck } from '@atelier/application/shipping/sav-check.commands.ts';
import {
  findSavChecks,
  findSavOfPiece,
  findSavWaiting,
} from '@atelier/application/shipping/sav-check.queries.ts';
import { BENCH_PERMISSIONS } from '@atelier/domain/shared/bench-permissions.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import { toShipmentView } from '@atelier/application/shipping/shipment-view.queries.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { SHOP_VIEWERS } from '../http/viewers.ts';

/** Fixed numbers (product/shipping.md §12). */
const INPUT_ERROR = -401_002;
const TRACKING_WRONG = -401_003;
const FAILED = 'SAV Check Result Update Failed';

/** `POST /savcheck` and its history (product/shipping.md §12). */
export function savCheckRoutes(app: FastifyInstance, deps: ApiDeps): void {
  saveRoute(app, deps);
  historyRoute(app, deps);
  waitingRoute(app, deps);
  pieceRoute(app, deps);
}

function historyRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/savcheck',
    permission: 'sav check',
    scope: 'site',
    summary: 'An inbound package with its pieces and every SAV check, the newest first',
    // The pieces are shown as to a bench: no client, no money.
    shows: 'no-person',
    query: savChecksQuery,
    response: savChecksResponse,
    handler: ({ query, scope, principal }) =>
      inScope(deps.db, scope, async (trx) => {
        const actor = { siteId: principal.siteId ?? null };
        const history = await findSavChecks(trx, deps.store, query.tracking_no, actor);
        if (history === undefined) throw trackingWrong();
        const { record, items, itemIds, arrivedAt, checks } = history;
        const options = { audience: 'worker', policy: deps.policy() } as const;
        const pieces = (await findItemRecords(trx, itemIds)).map((piece) => toItemView(piece, options));
        const view = { package: toShipmentView(record), arrived_at: arrivedAt, pieces };
        return ok(
          { tracking_no: query.tracking_no, items, checks: [...checks], ...view },
          { total: checks.length },
        );
      }),
  });
}

function waitingRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/savcheck/waiting',
    permission: 'sav check',
    scope: 'site',
    summary: 'The packages here whose SAV check is due, the first arrived first',
    query: savWaitingQuery,
    response: savWaitingResponse,
    handler: async ({ scope, principal }) => {
      const at = { siteId: principal.siteId ?? null, now: deps.clock.now().toISOString() };
      const found = await inScope(deps.db, scope, (trx) => findSavWaiting(trx, deps.store, at));
      const packages = found.waiting.map(({ record, arrivedAt }) => ({
        package: toShipmentView(record),
        arrived_at: arrivedAt,
      }));
      return ok({ packages, checked_today: found.checkedToday }, { total: packages.length });
    },
  });
}

function pieceRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/savcheck/piece',
    permission: [...SHOP_VIEWERS, ...BENCH_PERMISSIONS, 'view list all rma page for operation'],
    scope: 'site',
    summary: 'What the SAV checks of its packages said of one piece, the newest first',
    query: savPieceQuery,
    response: savPieceResponse,
    handler: async ({ query, scope }) => {
      const said = await inScope(deps.db, scope, (trx) => findSavOfPiece(trx, deps.store, query.rma_item_id));
      if (said === undefined) throw notFound();
      return ok(said, { total: said.length });
    },
  });
}

function saveRoute(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/savcheck',
    permission: 'sav check',
    scope: 'site',
    summary: 'The SAV check of an inbound package: wrong reasons and pieces without warranty',
    body: savCheckBody,
    response: savCheckResponse,
    handler: async (input) => {
      const read = readSavCheck(input.body);
      if (!read.ok) throw inputError(read.field);
      const { trackingNumber, counts, ticks, rounded } = read;
      const outcome = await saveSavCheck(services, callerOf(input), trackingNumber, counts, ticks);
      if (!outcome.ok) throw refused(outcome.rejection, counts.wrongReason);
      const items = outcome.answer?.['items'];
      return ok(
        {
          tracking_no: trackingNumber,
          wrong_reason: counts.wrongReason,
          no_warranty: counts.noWarranty,
          items: typeof items === 'number' ? items : 0,
          rounded: [...rounded],
        },
        { message: 'SAV Check Result is Updated', position: outcome.position },
      );
    },
  });
}

const inputError = (field: SavField, data?: unknown): ApiError =>
  new ApiError(400, INPUT_ERROR, 'Input parameter error.', {
    errors: [{ path: field, code: 'sav_input', message: 'Input parameter error.' }],
    data: data ?? null,
  });

const WRONG = 'The tracking number is wrong.';

const trackingWrong = (): ApiError =>
  new ApiError(400, TRACKING_WRONG, WRONG, {
    errors: [{ path: 'tracking_no', code: 'tracking_wrong', message: WRONG }],
  });

const isTickField = (field: unknown): field is SavField =>
  field === 'wrong_reason_items' || field === 'no_warranty_items';

/** A count above what lies in the package is bad input; a package that does not come in here is a wrong number. */
function refused({ code, details }: Rejection, wrongReason: number): ApiError {
  if (code === 'not_found') return trackingWrong();
  if (code === 'invalid_input' && isTickField(details?.['field'])) return inputError(details['field']);
  if (code !== 'amount_invalid') return new ApiError(400, code, FAILED);
  return inputError(details?.['amount'] === wrongReason ? 'wrong_reason' : 'no_warranty', details);
}
