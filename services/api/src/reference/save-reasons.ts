import { envelope } from '@atelier/contracts/contract/schema.ts';
import type { FieldError } from '@atelier/contracts/contract/envelope.ts';
import { systemReasonView } from '@atelier/contracts/reference/schema.ts';
import {
  saveSubReasonResponse,
  saveSubReasonBody,
  switchReasonBody,
} from '@atelier/contracts/reference/reason-schema.ts';
import { saveSubReason, switchReason } from '@atelier/application/reference/reasons.commands.ts';
import { findSubReason, listSystemReasons } from '@atelier/application/reference/repair.queries.ts';
import type { FastifyInstance } from 'fastify';
import { accepted } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

const GUARD = { permission: 'view (system) subreasons', scope: 'house' } as const;

/** The fixed sentence for a missing name (product/reference.md §2). */
const explain = (issue: FieldError): FieldError =>
  issue.path === 'name' ? { ...issue, code: 'name_required', message: 'Sub-reason name required' } : issue;

/** Sub-reasons are saved and switched off, never deleted; reasons are switched (product/reference.md §2). */
export function saveReasonRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/system/subreason/create_or_update',
    summary: 'Save a sub-reason; without an id a new one',
    body: saveSubReasonBody,
    explain,
    response: saveSubReasonResponse,
    handler: async (input) => {
      const id = input.body.id ?? (await deps.store.nextIds(1))[0] ?? 0;
      const outcome = accepted(await saveSubReason(deps, input.body, id, input.command()));
      const saved = await findSubReason(deps.db, Number(outcome.answer?.['sub_reason_id'] ?? id));
      if (saved === undefined) throw notFound();
      return ok(saved, { message: 'sub-reason updated', version: saved.version });
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/system/reason/switch',
    summary: 'Offer a reason for new items, or stop offering it',
    body: switchReasonBody,
    response: envelope(systemReasonView),
    handler: async (input) => {
      const { id, IsActive } = input.body;
      accepted(await switchReason(deps, id, IsActive, input.command()));
      const reason = (await listSystemReasons(deps.db)).find((each) => each.id === id);
      if (reason === undefined) throw notFound();
      return ok(reason, { message: 'reason updated', version: reason.version });
    },
  });
}
