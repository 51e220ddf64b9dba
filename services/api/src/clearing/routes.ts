import {
  clearingQuery,
  clearingRunResponse,
  clearingRunQuery,
  clearingRunsResponse,
  clearingUndoBody,
  type ClearingQuery,
} from '@atelier/contracts/clearing/schema.ts';
import type { ClearingFilter } from '@atelier/domain/clearing/events.ts';
import { filterRefusal } from '@atelier/domain/clearing/filter.ts';
import { startClearingRun, undoClearingRun } from '@atelier/application/clearing/clearing.commands.ts';
import {
  findClearingRun,
  listClearable,
  listClearingRuns,
} from '@atelier/application/clearing/clearing.queries.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { rejected } from '../http/rejections.ts';
import { defineRoute } from '../http/route.ts';
import { explainMissing } from '../shared/explain-missing.ts';
import { previewView, runView } from './run-view.ts';

const MOST_AT_ONCE = 10_000;
const LISTED_RUNS = 50;
const GUARD = { permission: 'order clear', scope: 'house' } as const;

/** Order clearing (product/clearing.md §1): preview, run, list, undo. */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  runRoutes(app, deps);
  listRoutes(app, deps);
  undoRoute(app, deps);
}

/** GET is fixed, POST is its twin (product/calls.md §6). Both are commands and never cached. */
function runRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const common = {
    ...GUARD,
    url: '/tools/autoclientreceived',
    summary:
      'Clear orders: 15 → 16 without signature or payment; `dry_run=1` only shows what would be cleared',
    explain: explainMissing({
      end_date: { code: 'end_date_required', message: 'Order clear needs an end date' },
    }),
    response: clearingRunResponse,
  } as const;
  defineRoute(app, {
    ...common,
    method: 'GET',
    query: clearingQuery,
    handler: (input) => {
      input.reply.header('cache-control', 'no-store');
      return startOrPreview(deps, input, input.query);
    },
  });
  defineRoute(app, {
    ...common,
    method: 'POST',
    body: clearingQuery,
    handler: (input) => startOrPreview(deps, input, input.body),
  });
}

async function startOrPreview(deps: ApiDeps, input: CommandInput, asked: ClearingQuery) {
  const filter = filterOf(asked, deps.policy().clearingLimit);
  const refusal = filterRefusal(filter, MOST_AT_ONCE);
  if (refusal !== null) throw rejected(refusal);
  if (asked.dry_run === true) {
    const candidates = await listClearable(deps.db, filter);
    return ok(previewView(filter, candidates, input.principal.user.name, deps.clock.now()));
  }
  const outcome = accepted(await startClearingRun(commandServices(deps), callerOf(input), filter, false));
  const run = await findClearingRun(deps.db, Number(outcome.answer?.['run_id']));
  if (run === undefined) throw notFound();
  return ok(await runView(deps.db, run), { message: 'update success', position: outcome.position });
}

function filterOf(asked: ClearingQuery, usual: number): ClearingFilter {
  return {
    rmaIds: asked.rma_id ?? [],
    startDate: asked.start_date ?? null,
    endDate: asked.end_date,
    limit: asked.limit ?? usual,
    validPurchaseDateOnly: asked.valid_date_of_pruchase ?? false,
  };
}

function listRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/tools/autoclientreceived/runs',
    summary: 'The newest clearing runs',
    response: clearingRunsResponse,
    handler: async () => {
      const runs = await listClearingRuns(deps.db, LISTED_RUNS);
      return ok(await Promise.all(runs.map((run) => runView(deps.db, run))));
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/tools/autoclientreceived/run',
    summary: 'One clearing run with what it cleared and skipped',
    query: clearingRunQuery,
    response: clearingRunResponse,
    handler: async ({ query }) => {
      const run = await findClearingRun(deps.db, query.id);
      if (run === undefined) throw notFound();
      return ok(await runView(deps.db, run), { version: run.version });
    },
  });
}

function undoRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/tools/autoclientreceived/undo',
    summary: 'Undo a whole run; pieces handed over since are skipped and listed',
    body: clearingUndoBody,
    response: clearingRunResponse,
    handler: async (input) => {
      const { id, reason } = input.body;
      const outcome = accepted(await undoClearingRun(commandServices(deps), callerOf(input), id, reason));
      const run = await findClearingRun(deps.db, id);
      if (run === undefined) throw notFound();
      return ok(await runView(deps.db, run), { message: 'update success', position: outcome.position });
    },
  });
}
