import { figureAsked, standingBeside, type Asked } from '@atelier/api/insight/asked.ts';
import { openAges } from '@atelier/application/insight/ages.queries.ts';
import { insightChoices } from '@atelier/application/insight/choices.queries.ts';
import { feesOf, lossesOf } from '@atelier/application/insight/fees.queries.ts';
import { listFigurePieces } from '@atelier/application/insight/figure-pieces.queries.ts';
import type { Mark } from '@atelier/application/insight/figures.queries.ts';
import { findFlowModel } from '@atelier/application/insight/flow-model.queries.ts';
import { flowOf } from '@atelier/application/insight/flow.queries.ts';
import { processOf } from '@atelier/application/insight/process.queries.ts';
import { qualityOf } from '@atelier/application/insight/quality.queries.ts';
import {
  alarmDetail,
  alarmPieces,
  findAlarm,
  findAlarms,
  findWatched,
} from '@atelier/application/insight/radar/radar.queries.ts';
import { warrantyOf } from '@atelier/application/insight/warranty.queries.ts';
import { repeatsOf } from '@atelier/application/insight/repeats.queries.ts';
import { shopFigures } from '@atelier/application/insight/shops.queries.ts';
import { stageAges } from '@atelier/application/insight/stage-ages.queries.ts';
import { throughputOf } from '@atelier/application/insight/throughput.queries.ts';
import { turnaroundOf } from '@atelier/application/insight/turnaround.queries.ts';
import { goldBalance, listIntervals } from '@atelier/application/insight/weights.queries.ts';
import { expectedAtDeposit } from '@atelier/application/promise/at-deposit.queries.ts';
import { inScope, type AppDb, type AppTransaction } from '@atelier/application/platform/database.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { Figure } from '@atelier/domain/insight/figures.ts';
import { movedBy, type Period } from '@atelier/domain/insight/periods.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { EventStore } from '@atelier/event-store/types.ts';

export interface InsightCall {
  readonly name: string;
  readonly scope: string;
  /** What the screen asks at first, a year, the first as of a past moment, or with a filter. */
  readonly when: string;
  readonly run: () => Promise<unknown>;
}

export interface InsightWorld {
  readonly db: AppDb;
  readonly store: EventStore;
  readonly now: Date;
}

const SHOP = 1;
const FACTORY = 31;
const SCOPES: readonly (readonly [string, DataScope])[] = [
  ['shop', { kind: 'store', siteId: SHOP }],
  ['factory', { kind: 'site', siteId: FACTORY }],
  ['warehouse', { kind: 'site', siteId: 20 }],
  ['all', { kind: 'all' }],
];
type Query = Period &
  Parameters<typeof figureAsked>[0] & { readonly country?: string; readonly factory_id?: number };

/** The newest weeks up to a day, as the screen names them, with as many days before them. */
function weeksUntil(now: Date, weeks: number): Query {
  const monday = now.getTime() - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const period = { from: day(monday - 7 * (weeks - 1) * DAY_MS), to: day(now.getTime()) };
  const days = Math.round((Date.parse(period.to) - Date.parse(period.from)) / DAY_MS) + 1;
  const before = movedBy(period, -days);
  return { ...period, before_from: before.from, before_to: before.to };
}

function queriesOf(now: Date): readonly (readonly [string, Query])[] {
  const then = new Date(now.getTime() - 100 * DAY_MS);
  const first = weeksUntil(now, 26);
  return [
    ['at first', first],
    ['a year', { ...weeksUntil(now, 52), before_from: undefined, before_to: undefined }],
    ['a collection', { ...first, line: 'Aurore' }],
    ['a country', { ...first, country: 'FR' }],
    ['in the past', { ...weeksUntil(then, 26), as_of: then.toISOString() }],
  ];
}

/** Every call of the figures, by scope and by what is asked. */
export function insightCalls(world: InsightWorld): readonly InsightCall[] {
  const { db, now } = world;
  return SCOPES.flatMap(([scope, rights]) =>
    queriesOf(now).flatMap(([when, query]) => {
      const asked = figureAsked(query, { now: () => now });
      return Object.entries({
        ...figures(asked),
        ...lists(asked),
        ...ofSite(world, rights, asked),
        ...gold(asked),
      }).map(([name, run]) => ({ name, scope, when, run: () => inScope(db, rights, run) }));
    }),
  ).concat(radarCalls(world), otherCalls(world));
}

type Runs = Readonly<Record<string, (trx: AppTransaction) => Promise<unknown>>>;

function figures({ asked, before }: Asked): Runs {
  const both = (read: (of: typeof asked) => Promise<unknown>) => async () => {
    await read(asked);
    if (before !== null) await read(before);
  };
  return {
    turnaround: (trx) => both((of) => turnaroundOf(trx, 'ready', of))(),
    'turnaround to collected': (trx) => both((of) => turnaroundOf(trx, 'collected', of))(),
    ages: (trx) => openAges(trx, asked, standingBeside({ asked, before })),
    shops: (trx) => shopFigures(trx, asked, before),
    fees: (trx) => feesOf(trx, asked),
    losses: (trx) => lossesOf(trx, asked),
    warranty: (trx) => warrantyOf(trx, 'line', asked, before),
    repeats: (trx) => repeatsOf(trx, 'line', asked),
    process: (trx) => processOf(trx, asked),
  };
}

function lists({ asked }: Asked): Runs {
  const list =
    (figure: Figure, mark: Mark = {}, page = 1) =>
    (trx: AppTransaction) =>
      listFigurePieces(trx, { figure, asked, mark, page, pageSize: 50 });
  const moved = { fromStatus: Status.RepairQC, status: Status.PlatingProcess };
  return {
    'pieces: ready': list('ready'),
    'pieces: ready, page 40': list('ready', {}, 40),
    'pieces: open, 14 to 21 days': list('open', { fromDays: 14, toDays: 21 }),
    'pieces: fees waived': list('fees', { fate: 'waived' }),
    'pieces: again': list('again'),
    'pieces: warranty': list('warranty'),
    'pieces: moved': list('moved', moved),
    'pieces: stands': list('stands', { status: Status.RepairPolish }),
  };
}

function ofSite({ db: _, store, now }: InsightWorld, scope: DataScope, { asked, before }: Asked): Runs {
  if (scope.kind === 'store' || asked.place.country !== undefined) return {};
  const siteId = scope.kind === 'site' ? scope.siteId : FACTORY;
  const line = asked.place.line;
  const of = { ...asked, now, siteId, line };
  const then = before && { ...before, now, siteId, line };
  const context = { stages: DEFAULT_POLICY.stages, store, scope };
  return {
    flow: async (trx) => [await flowOf(trx, of), then && (await flowOf(trx, then))],
    stages: (trx) => stageAges(trx, of, context),
    quality: async (trx) => [await qualityOf(trx, of), then && (await qualityOf(trx, then))],
    throughput: (trx) => throughputOf(trx, of, DEFAULT_POLICY),
    'pieces: standing': (trx) =>
      listFigurePieces(trx, {
        figure: 'standing',
        asked: { ...asked, place: { factoryId: siteId } },
        mark: {},
        page: 1,
        pageSize: 50,
      }),
  };
}

function gold({ asked }: Asked): Runs {
  if (asked.place.country !== undefined) return {};
  const of = { period: asked.period, moment: asked.moment, line: asked.place.line };
  return {
    gold: (trx) => goldBalance(trx, of),
    'gold intervals': (trx) =>
      listIntervals(trx, { asked: of, mark: { verdict: 'beyond' }, page: 1, pageSize: 50 }),
  };
}

function radarCalls({ db, store, now }: InsightWorld): readonly InsightCall[] {
  const then = { asOf: new Date(now.getTime() - 100 * DAY_MS).toISOString(), knownAt: null };
  return SCOPES.filter(([, { kind }]) => kind !== 'store').flatMap(([scope, rights]) =>
    [null, then].flatMap((moment) => {
      const asked = { scope: rights, moment, now };
      const page = { page: 1, pageSize: 50 };
      const alarm = async () => (await findAlarm(store, asked, 1)) ?? (await findAlarm(store, asked, 2));
      const runs: Runs = {
        radar: (trx) => findAlarms(trx, store, asked),
        'radar series': (trx) => findWatched(trx, asked, page),
        'radar alarm': async (trx) => {
          const one = await alarm();
          return one && alarmDetail(trx, one, asked);
        },
        'radar alarm pieces': async (trx) => {
          const one = await alarm();
          return one && alarmPieces(trx, one, asked, page);
        },
      };
      return Object.entries(runs).map(([name, run]) => ({
        name,
        scope,
        when: moment === null ? 'at first' : 'in the past',
        run: () => inScope(db, rights, run),
      }));
    }),
  );
}

function otherCalls({ db, now }: InsightWorld): readonly InsightCall[] {
  const piece = { storeId: SHOP, delivery: 'store' as const, sku: '', reasonIds: [1], inWarranty: false };
  const choices = SCOPES.map(([scope, rights]) => ({
    name: 'choices',
    scope,
    when: 'at first',
    run: () => inScope(db, rights, (trx) => insightChoices(trx, rights)),
  }));
  return [
    ...choices,
    { name: 'capacity', scope: 'factory', when: 'at first', run: () => findFlowModel(db, FACTORY) },
    {
      name: 'promise/expected',
      scope: 'shop',
      when: 'at first',
      run: () => expectedAtDeposit({ db, clock: { now: () => now } }, piece),
    },
  ];
}
