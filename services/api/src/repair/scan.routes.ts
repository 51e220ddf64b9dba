import type { Principal } from '@atelier/domain/identity/principal.ts';
import { BENCH_PERMISSIONS, COUNTER_SCANNERS } from '@atelier/domain/shared/bench-permissions.ts';
import { scanResponse, scanBody, type ScanView } from '@atelier/contracts/repair/schema.ts';
import { scanMadeAt } from '@atelier/domain/repair/scanning/scan-moment.ts';
import type { ScanResult } from '@atelier/domain/repair/scanning/scanning.ts';
import { isStatusId, type StatusId } from '@atelier/domain/shared/status.ts';
import { findUserNames } from '@atelier/application/shared/people.queries.ts';
import { scanItem } from '@atelier/application/repair/scan.commands.ts';
import type { ItemRecord } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField } from '../http/errors.ts';
import { audienceOf } from '../http/viewers.ts';
import { rejected } from '../http/rejections.ts';
import { defineRoute } from '../http/route.ts';

/** `POST /scan` (product/repair.md §8): the verdict at once, recorded as an event, without a move. */
export function scanRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  const viewFor = (principal: Principal, target: StatusId) => ({
    audience: audienceOf(principal),
    target,
    policy: deps.policy(),
  });
  defineRoute(app, {
    method: 'POST',
    url: '/scan',
    permission: [...BENCH_PERMISSIONS, ...COUNTER_SCANNERS],
    scope: 'site',
    summary: 'Scan a code against a target status; recorded with its verdict, moves nothing',
    body: scanBody,
    response: scanResponse,
    // A scan that waited says when it was made; one whose answer was lost is still the same scan.
    hints: ['occurred_at'],
    handler: async (input) => {
      const { code, target, tracking_no, occurred_at: claimed } = input.body;
      if (!isStatusId(target)) throw badField('target', 'unknown_status', 'No such status.');
      const scan = { code, target, trackingNumber: tracking_no ?? null };
      const caller = callerOf(input);
      const occurredAt = scanMadeAt(claimed, caller.metadata.occurredAt);
      const outcome = await scanItem(
        services,
        { ...caller, metadata: { ...caller.metadata, occurredAt } },
        scan,
      );
      // No scan is rejected: only the type of a command's outcome says that it may be.
      if (!outcome.ok) throw rejected(outcome.rejection);
      const { record } = outcome;
      const first = await firstScanOf(deps, outcome.result, record);
      const item = record === undefined ? null : toItemView(record, viewFor(input.principal, target));
      const verdict = verdictOf(outcome.result, first);
      return ok({ code, target, item, ...verdict }, { position: outcome.position });
    },
  });
}

/** What the panel says beside the word: who was first, where it stands, which package, which hold. */
function verdictOf(result: ScanResult, first: ScanView['first']): Omit<ScanView, 'code' | 'target' | 'item'> {
  const said = {
    verdict: result.verdict,
    first: null,
    rma_status_id: null,
    tracking_number: null,
    holds: [],
  };
  switch (result.verdict) {
    case 'already_done':
      return { ...said, first };
    case 'wrong_package':
      return { ...said, tracking_number: result.trackingNumber };
    case 'wrong_stage':
      return { ...said, rma_status_id: result.status };
    case 'held':
      return { ...said, holds: [result.hold] };
    case 'accepted':
    case 'unknown':
    case 'not_expected':
    case 'cancelled':
      return said;
  }
}

/** The first scan wins, and the second is shown who and when (product/repair.md §8): from the mark, not from the last scan. */
async function firstScanOf(
  { db }: ApiDeps,
  result: ScanResult,
  record: ItemRecord | undefined,
): Promise<ScanView['first']> {
  if (result.verdict !== 'already_done' || result.first === null) return null;
  const { at, by } = result.first;
  if (by === null) return { at, by: '' };
  const isLast = record?.last_scan_by === by && record.last_scan_by_name !== null;
  const name = isLast ? record.last_scan_by_name : (await findUserNames(db, [by])).get(by);
  return { at, by: name ?? '' };
}
