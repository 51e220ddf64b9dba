import { unlistedFee } from '@atelier/application/insight/what-if-inputs.queries.ts';
import { whatIf, type WhatIfAsked } from '@atelier/application/insight/what-if.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { readConfig } from '@atelier/application/system/policy-source.queries.ts';
import { whatIfQuery, whatIfResponse, type WhatIfQuery } from '@atelier/contracts/insight/what-if-schema.ts';
import type { RuleChange } from '@atelier/domain/processes/what-if/rules.ts';
import { policyTimeline } from '@atelier/domain/system/config.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf } from '../shared/moment.ts';
import { figureAsked } from './asked.ts';

/** A year of the house is decided again at each call. */
const LIMIT = { max: 120, windowMs: 60_000 };

/** The decisions of a period by other rules, for those who see every piece (docs/product/insight.md §9). */
export function whatIfRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/insight/what-if',
    permission: 'audit replay',
    scope: 'house',
    waitsFor: ['rule_decisions', 'stage_stays'],
    summary:
      'The pieces that would differ had other rules been in force: warranty, fee, and marks of 72 hours and a week',
    query: whatIfQuery,
    response: whatIfResponse,
    guessLimit: LIMIT,
    handler: async ({ query, scope }) => {
      const asked = await askedIn(query, deps);
      const { view, total } = await inScope(deps.db, scope, async (trx) => {
        const fee = await unlistedFee(trx, asked.change.fees);
        if (fee !== null) throw badField('fees', 'fee_unknown', `No fee is listed for ${fee}.`);
        return whatIf(trx, asked);
      });
      return ok(view, { total, ...besideOf(asked.moment) });
    },
  });
}

async function askedIn(query: WhatIfQuery, { clock, store }: ApiDeps): Promise<WhatIfAsked> {
  const { place, period, moment, now } = figureAsked(query, clock).asked;
  const { kind, page, page_size: pageSize } = query;
  const timeline = policyTimeline(await readConfig(store));
  return { place, period, moment, now, change: changeIn(query), timeline, kind, page, pageSize };
}

const changeIn = (query: WhatIfQuery): RuleChange => ({
  warrantyYears: query.warranty_years ?? null,
  extendedMonths: query.extended_months ?? null,
  charged: query.charged ?? null,
  feesPercent: query.fees_percent ?? null,
  fees: query.fees ?? [],
  readyHours: query.ready_hours ?? null,
  waitingDays: query.waiting_days ?? null,
});
