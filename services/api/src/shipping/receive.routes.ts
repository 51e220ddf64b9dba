import { ARRIVALS } from '@atelier/domain/processes/extras.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import { holdsAny, type Principal } from '@atelier/domain/identity/principal.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { itemCommandResponse, itemsCommandResponse } from '@atelier/contracts/repair/schema.ts';
import { HOLD_PERMISSIONS } from '@atelier/domain/repair/holds/hold-rights.ts';
import { Status, statusOf, type StatusId } from '@atelier/domain/shared/status.ts';
import { shipmentCommandResponse } from '@atelier/contracts/shipping/schema.ts';
import {
  arrivalBody,
  closeBody,
  extraBody,
  extraReturnBody,
  missingBody,
  settleLostBody,
} from '@atelier/contracts/shipping/receiving-schema.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import {
  adopt,
  checkArrival,
  closePackage,
  declareLost,
  handBackExtra,
  reportFound,
  reportMissing,
  setExtraApart,
  takeInAstray,
} from '@atelier/application/shipping/receive.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

/** Who takes packages in, at a shop, a warehouse or a factory. */
const RECEIVERS = [
  'view receive package page',
  '(factory) receive from shop',
  'incoming check',
] as const satisfies readonly PermissionName[];

/** Who may say that a piece is missing, or found: everybody who packs or takes in. */
const WATCHERS = [
  ...RECEIVERS,
  'view prepare package page',
  'logistic ship out',
  'package forwarding',
] as const satisfies readonly PermissionName[];

/** The receiving end of a package (product/shipping.md §6, §7): its check, its extras, its end. */
export function receiveRoutes(app: FastifyInstance, deps: ApiDeps): void {
  arrivalRoutes(app, deps);
  extraRoutes(app, deps);
  astrayRoute(app, deps);
  lossRoutes(app, deps);
}

function arrivalRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/package/arrival',
    permission: RECEIVERS,
    scope: 'site',
    summary: 'Record seal number and gross weight on arrival; differences are shown, not refused',
    body: arrivalBody,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no, seal_number, gross_weight } = input.body;
      const sealNumber = seal_number === undefined || seal_number === '' ? null : seal_number;
      const reading = { sealNumber, grossWeightGrams: gross_weight ?? null };
      return answerOf(tracking_no, await checkArrival(services, callerOf(input), tracking_no, reading));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/package/close',
    permission: RECEIVERS,
    scope: 'site',
    summary: 'Close a package once every piece is accounted for and no extra waits',
    body: closeBody,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no } = input.body;
      return answerOf(tracking_no, await closePackage(services, callerOf(input), tracking_no));
    },
  });
}

function extraRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/package/extra',
    permission: RECEIVERS,
    scope: 'site',
    summary: 'Put aside a piece that is not on the list',
    body: extraBody,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no, code } = input.body;
      return answerOf(tracking_no, await setExtraApart(services, callerOf(input), tracking_no, code));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/package/extra/adopt',
    permission: RECEIVERS,
    scope: 'site',
    summary: 'Receive here a piece that was put aside',
    body: extraBody,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no, code } = input.body;
      const may = arrivalsOf(input.principal);
      return answerOf(tracking_no, await adopt(services, callerOf(input), tracking_no, code, may));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/package/extra/return',
    permission: RECEIVERS,
    scope: 'site',
    summary: 'Hand back a piece that was put aside and belongs elsewhere',
    body: extraReturnBody,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no, code, reason } = input.body;
      const outcome = await handBackExtra(services, callerOf(input), tracking_no, code, reason);
      return answerOf(tracking_no, outcome);
    },
  });
}

function astrayRoute(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/package/astray',
    permission: RECEIVERS,
    scope: 'site',
    summary: 'Receive a piece of a package that was delivered here and is addressed elsewhere',
    body: extraBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const given = { trackingNumber: input.body.tracking_no, code: input.body.code };
      const may = arrivalsOf(input.principal);
      const outcome = accepted(await takeInAstray(services, callerOf(input), given, may));
      const id = Number(outcome.answer?.['item_id'] ?? 0);
      const version = outcome.versions[itemStream(id)] ?? 0;
      return ok({ id, version }, { message: 'RMA has been updated', position: outcome.position });
    },
  });
}

/** Each arrival asks for the permission of the status it leads to (product/shipping.md §6). */
function arrivalsOf({ permissions }: Principal): readonly StatusId[] {
  return ARRIVALS.filter((target) => {
    const wanted = target === Status.ShopReceived ? 'view receive package page' : statusOf(target).permission;
    return wanted !== null && holdsAny(permissions, wanted);
  });
}

function lossRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  const CALLS = [
    { url: '/rma/missing', report: reportMissing, summary: 'Report pieces as missing; their repair stops' },
    {
      url: '/rma/found',
      report: reportFound,
      summary: 'Report missing pieces as found; they continue at their stage',
    },
  ] as const;
  for (const { url, report, summary } of CALLS) {
    defineRoute(app, {
      method: 'POST',
      url,
      permission: WATCHERS,
      scope: 'site',
      summary,
      body: missingBody,
      response: itemsCommandResponse,
      handler: async (input) => {
        const ids = input.body.rma_item_ids;
        const { versions, position } = accepted(await report(services, callerOf(input), ids));
        const rows = ids.map((id) => {
          const version = versions[itemStream(id)];
          return { id, success: true, code: 'ok', message: '', ...(version !== undefined && { version }) };
        });
        return ok(rows, { message: 'RMA has been updated', position });
      },
    });
  }
  defineRoute(app, {
    method: 'POST',
    url: '/rma/settle_lost',
    permission: HOLD_PERMISSIONS.approval,
    scope: 'site',
    summary: 'Declare a missing piece lost and settled; the caller is the approver',
    body: settleLostBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, amount, currency, reference } = input.body;
      const settlement = { amount, currency };
      const outcome = await declareLost(services, callerOf(input), id, settlement, reference);
      const { versions, position } = accepted(outcome);
      const data = { id, version: versions[itemStream(id)] ?? 0 };
      return ok(data, { message: 'RMA has been updated', position });
    },
  });
}

function answerOf(trackingNumber: string, outcome: CommandOutcome) {
  const { answer, position, versions } = accepted(outcome);
  const id = Number(answer?.['shipment_id'] ?? 0);
  const data = { id, tracking_no: trackingNumber, version: versions[`shipment-${id}`] ?? 0 };
  return ok(data, { message: 'package updated', position });
}
