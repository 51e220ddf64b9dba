import type { Rejection } from '@atelier/domain/rejection.ts';
import {
  savCheckResponse,
  savCheckBody,
  savChecksResponse,
  savChecksQuery,
} from '@atelier/contracts/shipping/sav-check-schema.ts';
import { readSavCheck, type SavField } from '@atelier/domain/shipping/sav-check.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { saveSavCheck } from '@atelier/application/shipping/sav-check.commands.ts';
import { findSavChecks } from '@atelier/application/shipping/sav-check.queries.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

/** Fixed numbers (product/shipping.md §12). */
const INPUT_ERROR = -401_002;
const TRACKING_WRONG = -401_003;
const FAILED = 'SAV Check Result Update Failed';

/** `POST /savcheck` and its history (product/shipping.md §12). */
export function savCheckRoutes(app: FastifyInstance, deps: ApiDeps): void {
  saveRoute(app, deps);
  defineRoute(app, {
    method: 'GET',
    url: '/savcheck',
    permission: 'sav check',
    scope: 'site',
    summary: 'Every SAV check of an inbound package, the newest first',
    query: savChecksQuery,
    response: savChecksResponse,
    handler: async ({ query, scope, principal }) => {
      const actor = { siteId: principal.siteId ?? null };
      const history = await inScope(deps.db, scope, (trx) =>
        findSavChecks(trx, deps.store, query.tracking_no, actor),
      );
      if (history === undefined) throw trackingWrong();
      const { items, checks } = history;
      return ok({ tracking_no: query.tracking_no, items, checks: [...checks] }, { total: checks.length });
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
      const { trackingNumber, counts, rounded } = read;
      const outcome = await saveSavCheck(services, callerOf(input), trackingNumber, counts);
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

/** A count above what lies in the package is bad input; a package that does not come in here is a wrong number. */
function refused({ code, details }: Rejection, wrongReason: number): ApiError {
  if (code === 'not_found') return trackingWrong();
  if (code !== 'amount_invalid') return new ApiError(400, code, FAILED);
  return inputError(details?.['amount'] === wrongReason ? 'wrong_reason' : 'no_warranty', details);
}
