import { ASKS, DECIDES, SEES_REQUESTS } from '@atelier/domain/privacy/contract.ts';
import {
  decideRetentionBody,
  decideRunBody,
  previewRetentionBody,
  proposeRetentionBody,
  retentionPreviewResponse,
  retentionResponse,
  withdrawRetentionBody,
} from '@atelier/contracts/privacy/retention-schema.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import {
  approveRetentionRun,
  refuseRetentionRun,
} from '@atelier/application/privacy/retention-run.commands.ts';
import {
  approveRetention,
  proposeRetention,
  refuseRetention,
  withdrawRetention,
} from '@atelier/application/privacy/retention-schedule.commands.ts';
import {
  findRetention,
  findRetentionInForce,
  previewRetention,
} from '@atelier/application/privacy/retention-view.queries.ts';
import { unknownPlaces } from '@atelier/application/system/config.queries.ts';
import type { RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

/** How long persons are kept, by country (product/privacy.md §6, §7): previewed, proposed, decided by another account. */
export function retentionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  readRoutes(app, deps);
  scheduleRoutes(app, deps);
  runRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/privacy/retention',
    permission: SEES_REQUESTS,
    scope: 'house',
    summary: 'The retention schedule in force, the newest proposal for it, and the newest runs',
    response: retentionResponse,
    handler: async () => ok(await findRetention(deps.db, deps.store, deps.clock.now())),
  });
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/retention/preview',
    permission: SEES_REQUESTS,
    scope: 'house',
    summary:
      'Whom a run would erase on a day, under the schedule in force or a draft, and what keeps the others',
    body: previewRetentionBody,
    response: retentionPreviewResponse,
    handler: async ({ body }) => {
      if (body.schedule !== undefined) await demandCountries(deps, body.schedule);
      const now = deps.clock.now();
      const schedule = body.schedule ?? (await findRetentionInForce(deps.store, now));
      return ok(await previewRetention(deps.db, schedule, { now, day: body.day }));
    },
  });
}

function scheduleRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/retention/propose',
    permission: ASKS,
    scope: 'house',
    summary: 'Propose another retention schedule; it holds once another account approves it',
    body: proposeRetentionBody,
    response: retentionResponse,
    handler: async (input) => {
      const { schedule, reason } = input.body;
      await demandCountries(deps, schedule);
      return responseTo(deps, proposeRetention(commandServices(deps), callerOf(input), { schedule, reason }));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/retention/decide',
    permission: DECIDES,
    scope: 'house',
    summary:
      'Approve a proposed retention schedule, or refuse it with a reason; not for the account that proposed it',
    body: decideRetentionBody,
    response: retentionResponse,
    handler: (input) => {
      const { proposal, decision, note = null } = input.body;
      const decide = decision === 'approve' ? approveRetention : refuseRetention;
      return responseTo(deps, decide(commandServices(deps), callerOf(input), { proposal, note }));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/retention/withdraw',
    permission: ASKS,
    scope: 'house',
    summary: 'Withdraw a proposed retention schedule before it is decided',
    body: withdrawRetentionBody,
    response: retentionResponse,
    handler: (input) =>
      responseTo(deps, withdrawRetention(commandServices(deps), callerOf(input), input.body.proposal)),
  });
}

function runRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/retention/run',
    permission: DECIDES,
    scope: 'house',
    summary:
      'Let a run of the retention schedule go on that would ask for many erasures, or end it with a reason',
    body: decideRunBody,
    response: retentionResponse,
    handler: (input) => {
      const { run_id: runId, decision, note = null } = input.body;
      const decide = decision === 'approve' ? approveRetentionRun : refuseRetentionRun;
      return responseTo(deps, decide(commandServices(deps), callerOf(input), { runId, note }));
    },
  });
}

async function demandCountries({ db }: ApiDeps, { countries }: RetentionSchedule): Promise<void> {
  const codes = countries.map(({ code }) => code);
  const unknown = await unknownPlaces(db, { kind: 'countries' }, codes);
  if (unknown.length > 0)
    throw badField('schedule.countries', 'unknown_country', `Unknown: ${unknown.join(', ')}.`);
}

/** The schedule as it is now. */
async function responseTo(deps: ApiDeps, command: Promise<CommandOutcome>) {
  const { position } = accepted(await command);
  const view = await findRetention(deps.db, deps.store, deps.clock.now());
  return ok(view, { message: 'update success', position });
}
