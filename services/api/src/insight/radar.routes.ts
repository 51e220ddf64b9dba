import type { FastifyInstance } from 'fastify';
import {
  alarmDetail,
  alarmPieces,
  findAlarm,
  findAlarms,
  findWatched,
  type RadarAsked,
} from '@atelier/application/insight/radar/radar.queries.ts';
import { settleDefectAlarm } from '@atelier/application/insight/radar/settle-alarm.commands.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { figurePiecesResponse } from '@atelier/contracts/insight/schema.ts';
import {
  alarmPiecesQuery,
  alarmQuery,
  alarmResponse,
  radarQuery,
  radarResponse,
  settleBody,
  settleResponse,
  watchedQuery,
  watchedResponse,
  type RadarQuery,
} from '@atelier/contracts/insight/radar-schema.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf, momentIn } from '../shared/moment.ts';

/** A factory sees the series of its pieces; administrators and auditors all; shops none. */
const RADAR = {
  permission: ['operation dashboard', 'audit replay'],
  scope: 'site',
} as const;
const READ = { ...RADAR, method: 'GET', waitsFor: ['piece_facts'] } as const;

/** @throws ApiError naming the field of a moment that has not come */
const askedOf = (query: Partial<RadarQuery>, scope: DataScope, { clock }: ApiDeps): RadarAsked => ({
  scope,
  moment: momentIn(query, clock),
  now: clock.now(),
  line: query.line,
  reasonId: query.reason_id,
  factoryId: query.factory_id,
});

/** The defect radar: what it watches, its alarms with their pieces, and how they are explained (docs/product/insight.md §5). */
export function radarRoutes(app: FastifyInstance, deps: ApiDeps): void {
  listRoutes(app, deps);
  alarmRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...READ,
    url: '/insight/radar',
    summary:
      'Alarms of the defect radar: a product, reason and factory with more pieces than its past makes likely',
    query: radarQuery,
    response: radarResponse,
    handler: async ({ query, scope }) => {
      const asked = askedOf(query, scope, deps);
      const view = await inScope(deps.db, scope, (trx) => findAlarms(trx, deps.store, asked));
      return ok(view, besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...READ,
    url: '/insight/radar_series',
    summary: 'The series that the defect radar judges, those with most pieces a week first',
    query: watchedQuery,
    response: watchedResponse,
    handler: async ({ query, scope }) => {
      const asked = askedOf(query, scope, deps);
      const page = { page: query.page, pageSize: query.page_size };
      const { rows, total } = await inScope(deps.db, scope, (trx) => findWatched(trx, asked, page));
      return ok([...rows], { total, ...besideOf(asked.moment) });
    },
  });
}

function alarmRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...READ,
    url: '/insight/alarm',
    summary: 'One alarm: its weeks beside what was expected, and what its pieces share',
    query: alarmQuery,
    response: alarmResponse,
    handler: async ({ query, scope }) => {
      const asked = askedOf(query, scope, deps);
      const alarm = await findAlarm(deps.store, asked, query.number);
      const view = alarm && (await inScope(deps.db, scope, (trx) => alarmDetail(trx, alarm, asked)));
      if (view === undefined) throw notFound();
      return ok(view, besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...READ,
    url: '/insight/alarm_pieces',
    summary: 'The pieces of an alarm, or of one week of its series',
    query: alarmPiecesQuery,
    response: figurePiecesResponse,
    handler: async ({ query, scope }) => {
      const asked = askedOf(query, scope, deps);
      const alarm = await findAlarm(deps.store, asked, query.number);
      if (alarm === undefined) throw notFound();
      const page = { week: query.week, page: query.page, pageSize: query.page_size };
      const { rows, total } = await inScope(deps.db, scope, (trx) => alarmPieces(trx, alarm, asked, page));
      return ok([...rows], { total, ...besideOf(asked.moment) });
    },
  });
  defineRoute(app, {
    ...RADAR,
    // Auditors read; what an alarm means is said by who finds what is wrong with pieces.
    permission: 'sav check',
    method: 'POST',
    url: '/insight/alarm/settle',
    summary: 'Say what explains an alarm',
    body: settleBody,
    response: settleResponse,
    handler: async (input) => {
      const { body, scope } = input;
      if ((await findAlarm(deps.store, askedOf({}, scope, deps), body.number)) === undefined)
        throw notFound();
      const { position } = accepted(await settleDefectAlarm(commandServices(deps), callerOf(input), body));
      return ok({ number: body.number, state: 'settled' }, { position });
    },
  });
}
