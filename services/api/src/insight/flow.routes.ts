import type { FastifyInstance } from 'fastify';
import { flowOf } from '@atelier/application/insight/flow.queries.ts';
import { qualityOf } from '@atelier/application/insight/quality.queries.ts';
import { findFlowModel } from '@atelier/application/insight/flow-model.queries.ts';
import { stageAges } from '@atelier/application/insight/stage-ages.queries.ts';
import type { FlowAsked } from '@atelier/application/insight/stays.queries.ts';
import { throughputOf } from '@atelier/application/insight/throughput.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import {
  capacityQuery,
  capacityResponse,
  type CapacityView,
} from '@atelier/contracts/insight/capacity-schema.ts';
import {
  flowQuery,
  flowResponse,
  qualityResponse,
  stageAgesResponse,
  throughputResponse,
  type FlowQuery,
} from '@atelier/contracts/insight/flow-schema.ts';
import type { FlowModel } from '@atelier/domain/insight/simulation/flow-model.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf, momentIn, policyIn } from '../shared/moment.ts';
import { figureAsked, twoComparisons } from './asked.ts';

/** A site's flow is the site's own; administrators and auditors choose one. */
const FLOW = {
  method: 'GET',
  permission: ['operation dashboard', 'audit replay'],
  scope: 'site',
  waitsFor: ['stage_stays'],
  query: flowQuery,
} as const;

interface Asked {
  readonly asked: FlowAsked;
  readonly before: FlowAsked | null;
}

/** @throws ApiError without a site, or for one that is not the caller's */
function siteAsked(asked: number | undefined, scope: DataScope): number {
  const own = scope.kind === 'site' || scope.kind === 'store' ? scope.siteId : undefined;
  const siteId = asked ?? own;
  if (siteId === undefined) throw badField('site_id', 'site_required', 'Choose a site.');
  if (own !== undefined && siteId !== own) throw notFound();
  return siteId;
}

/** @throws ApiError as `siteAsked` does, also for the site of the comparison, and for two comparisons */
function flowAsked(query: FlowQuery, scope: DataScope, { clock }: ApiDeps): Asked {
  const { before_site_id: otherId, line } = query;
  const siteId = siteAsked(query.site_id, scope);
  if (otherId !== undefined) siteAsked(otherId, scope);
  const { asked, before } = figureAsked(query, clock);
  if (before !== null && otherId !== undefined) throw twoComparisons('before_site_id');
  const beside = otherId === undefined ? before : asked;
  return {
    asked: { ...asked, siteId, line },
    before: beside && { ...beside, siteId: otherId ?? siteId, line },
  };
}

/** How work flows through a factory: in and out, ages, rework, QC, throughput, and what the week is likely to finish. */
export function flowRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...FLOW,
    url: '/insight/flow',
    summary: 'What came into a site, went out and stood at each stage, day by day',
    response: flowResponse,
    handler: async ({ query, scope }) => {
      const { asked, before } = flowAsked(query, scope, deps);
      const view = await inScope(deps.db, scope, async (trx) => ({
        now: await flowOf(trx, asked),
        before: before === null ? null : await flowOf(trx, before),
      }));
      return ok(view, besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...FLOW,
    url: '/insight/stages',
    summary: 'How old the work at each stage of a site is, beside its target and limit',
    response: stageAgesResponse,
    handler: async ({ query, scope }) => {
      const { asked } = flowAsked(query, scope, deps);
      const { stages } = policyIn(deps, asked.moment);
      const context = { stages, store: deps.store, scope };
      const rows = await inScope(deps.db, scope, (trx) => stageAges(trx, asked, context));
      return ok([...rows], besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...FLOW,
    url: '/insight/quality',
    summary: 'What was sent back at a site, and what passed QC the first time',
    response: qualityResponse,
    handler: async ({ query, scope }) => {
      const { asked, before } = flowAsked(query, scope, deps);
      const view = await inScope(deps.db, scope, async (trx) => ({
        now: await qualityOf(trx, asked),
        before: before === null ? null : await qualityOf(trx, before),
      }));
      return ok(view, besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...FLOW,
    url: '/insight/throughput',
    summary: 'How many pieces left each stage of a site by week, and what this week is likely to finish',
    response: throughputResponse,
    handler: async ({ query, scope }) => {
      const { asked } = flowAsked(query, scope, deps);
      // Listed then and now: a site that was taken off the list shows its past no more.
      const listedNow = deps.policy().workerFigures;
      const listed = policyIn(deps, asked.moment).workerFigures.filter((id) => listedNow.includes(id));
      const view = await inScope(deps.db, scope, (trx) =>
        throughputOf(trx, asked, { workerFigures: listed }),
      );
      return ok(view, besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...FLOW,
    url: '/insight/capacity',
    summary:
      'How a site works, learnt from its log and checked by a quarter that was not learnt from, to simulate it',
    query: capacityQuery,
    response: capacityResponse,
    handler: async ({ query, scope }) => {
      const moment = momentIn(query, deps.clock);
      const found = await findFlowModel(deps.db, siteAsked(query.site_id, scope), moment);
      return ok(found && capacityOf(found.model), besideOf(moment));
    },
  });
}

const capacityOf = ({ at, stages, lives, weekly, parcels, hours, check }: FlowModel): CapacityView => ({
  learnt_at: at,
  weekly,
  parcels: [...parcels],
  hours: [...hours],
  stages: stages.map(({ stage, places }) => ({ rma_status_id: stage, places })),
  lives: lives.map(({ hour, steps }) => ({ hour, steps: [...steps] })),
  check,
});
