import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { holdsAny } from '@atelier/domain/identity/principal.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import {
  statusResponse,
  statusBody,
  type FindingsBody,
  type MeasurementsBody,
  type RowResult,
  type StatusBody,
} from '@atelier/contracts/repair/schema.ts';
import { isStatusId, Status, STATUSES, statusOf, type StatusId } from '@atelier/domain/shared/status.ts';
import type { ItemOutcome } from '@atelier/application/commands/each-item.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { noteNamedImages } from '@atelier/application/commands/named-images.ts';
import {
  moveItemsTo,
  returnUnrepaired,
  undoMoves,
  type FindingsByIds,
  type Move,
} from '@atelier/application/repair/move.commands.ts';
import type { JsonObject } from '@atelier/event-store/types.ts';
import { rejectByStore } from '@atelier/application/repair/store-reject.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badField, forbidden } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { rowResults } from '../http/row-results.ts';
import { findingsIn, refuseFindings } from './findings-refusal.ts';

/** Every permission that may move an item somewhere; which one a move needs is decided by its target. */
const MOVERS: readonly PermissionName[] = [
  ...new Set(STATUSES.flatMap(({ permission }) => (permission === null ? [] : [permission]))),
];

/** `PUT /rmastatus` (product/repair.md §2): one item or several, every kind of move, a result per row. */
export function moveRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'PUT',
    url: '/rmastatus',
    permission: MOVERS,
    scope: 'site',
    summary: 'Move an item, or several, to a status; findings are saved with the move',
    body: statusBody,
    response: statusResponse,
    handler: async (input) => {
      const { body } = input;
      const target = targetOf(body);
      admitMove(input, body, target);
      await refuseUnknownPhoto(deps, input.scope, [
        input.body,
        ...Object.values(input.body.measurements_by_id ?? {}),
      ]);
      await refuseFindings(deps, input, findingsIn(body));
      const moved = await moveAll(services, input, body.ids ?? [body.id ?? 0], target);
      const isList = body.ids !== undefined;
      return rowResults(moved, successMessage(target), { factsOf: linkedOf, isList });
    },
  });
}

type MoveInput = CommandInput & { readonly body: StatusBody };

function targetOf(body: StatusBody): StatusId {
  if (!isStatusId(body.rma_status_id)) throw badField('rma_status_id', 'unknown_status', 'No such status.');
  return body.rma_status_id;
}

/** The target's own permission (product/repair.md §1). An undo needs none but being the one who moved it. */
function admitMove({ principal }: CommandInput, body: StatusBody, target: StatusId): void {
  if (body.move === 'undo') return;
  const wanted = body.move === 'store_reject' ? 'view receive package page' : statusOf(target).permission;
  if (wanted === null || !holdsAny(principal.permissions, wanted)) throw forbidden();
}

/** Only a picture that was uploaded at one's own site: naming a picture shows it to all who see the item. */
export async function refuseUnknownPhoto(
  { db }: ApiDeps,
  scope: DataScope,
  measured: readonly MeasurementsBody[],
): Promise<void> {
  const photos = measured.flatMap(({ photo }) => photo ?? []);
  if (photos.length === 0) return;
  const known = await noteNamedImages(db, scope, photos);
  if (photos.every((photo) => known.has(photo))) return;
  throw badField('photo', 'image_unknown', 'There is no such picture.');
}

/** What is refused does not stop the rest. */
function moveAll(
  services: CommandServices,
  input: MoveInput,
  ids: readonly number[],
  target: StatusId,
): Promise<readonly ItemOutcome[]> {
  const caller = callerOf(input);
  const { move, reason = '', outcome } = input.body;
  if (move === 'undo') return undoMoves(services, caller, ids, { target, ...(reason !== '' && { reason }) });
  if (move === 'return_unrepaired') return returnUnrepaired(services, caller, ids, reason, outcome);
  if (move === 'store_reject') return rejectByStore(services, caller, ids, reason);
  const moves = ids.map((id) => moveOf(input.body, id, target));
  return moveItemsTo(services, caller, moves);
}

function moveOf(body: StatusBody, itemId: number, target: StatusId): Move {
  const given = body.findings_by_id?.[String(itemId)] ?? body.findings;
  const { reason, outcome, replacement, tracking_no: carrierProof, not_returned: notReturned } = body;
  return {
    itemId,
    target,
    ...(reason !== undefined && { reason }),
    ...(outcome && { outcome }),
    ...(replacement && { replacement: { sku: replacement.sku, serial: replacement.serial_number } }),
    ...(given && { findings: findingsOf(given) }),
    ...(carrierProof !== undefined && { carrierProof }),
    ...(notReturned !== undefined && { notReturned }),
    measurements: measurementsOf(body.measurements_by_id?.[String(itemId)] ?? body),
  };
}

/** The words of the wire as the domain's. Sub-reasons come as ids alone. */
export function findingsOf(body: FindingsBody): FindingsByIds {
  const { reasons, sub_reasons, quality_investigate, original_produce_factory, quality_issue } = body;
  return {
    ...(reasons !== undefined && { reasonIds: reasons }),
    ...(sub_reasons !== undefined && { subReasonIds: sub_reasons }),
    ...(quality_investigate !== undefined && { cause: quality_investigate }),
    ...(original_produce_factory !== undefined && { originalFactory: original_produce_factory }),
    ...(quality_issue !== undefined && { qualityIssue: quality_issue }),
  };
}

const MG_PER_GRAM = 1_000;
export const gramsToMg = (grams: number): number => Math.round(grams * MG_PER_GRAM);

export function measurementsOf({ weight, stone_count, photo, scrap, loss }: MeasurementsBody) {
  return {
    ...(weight !== undefined && { weightMg: gramsToMg(weight) }),
    ...(scrap !== undefined && { scrapMg: gramsToMg(scrap) }),
    ...(loss !== undefined && { lossMg: gramsToMg(loss) }),
    ...(stone_count !== undefined && { stoneCount: stone_count }),
    ...(photo !== undefined && { photos: [photo] }),
  };
}

/** What a store reject answers: the piece that began. */
function linkedOf({ answer }: { readonly answer?: JsonObject }): Pick<RowResult, 'linked'> {
  const { item_id: id, number } = answer ?? {};
  return typeof id === 'number' && typeof number === 'string' ? { linked: { id, number } } : {};
}

/** product/calls.md §3: a cancelled RMA has its own words, every other move is an update. */
function successMessage(target: StatusId): string {
  return target === Status.Cancelled ? 'RMA has been cancelled' : 'update success';
}
