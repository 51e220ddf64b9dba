import type { TurnaroundPeriod } from '@atelier/contracts/insight/schema.ts';
import { effectivePermissions, scopeOf } from '@atelier/domain/identity/principal.ts';
import { FIGURE_READERS } from '@atelier/domain/insight/figures.ts';
import { movedBy, spanOf, type Period } from '@atelier/domain/insight/periods.ts';
import { OLD_DAYS, type WeeklyFigures } from '@atelier/domain/insight/weekly/figures.ts';
import type { Day } from '@atelier/domain/kernel.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Kysely } from 'kysely';
import type { CommandServices } from '../../commands/run-command.ts';
import { holderOf, type Account } from '../../identity/account.queries.ts';
import { inScope, type Database } from '../../platform/database.ts';
import { openAges } from '../ages.queries.ts';
import type { FigureAsked } from '../figures.queries.ts';
import { flowOf } from '../flow.queries.ts';
import { findAlarms } from '../radar/radar.queries.ts';
import { repeatsOf } from '../repeats.queries.ts';
import { turnaroundOf } from '../turnaround.queries.ts';

/** What an account may see of the figures now. */
export interface WeeklySight {
  readonly scope: DataScope;
  readonly seesRadar: boolean;
  /** The factory whose flow it sees; null = none. */
  readonly factoryId: number | null;
}

/** Null for an account that may see no figures: a station without a worker, or one whose roles no longer open them. */
export function weeklySight(account: Account): WeeklySight | null {
  const held = effectivePermissions(holderOf(account), undefined);
  if (!FIGURE_READERS.some((name) => held.has(name))) return null;
  const scope = scopeOf({ userType: account.user_type, siteId: account.site_id ?? undefined });
  if (scope.kind === 'none') return null;
  const isOperation = held.has('operation dashboard') || held.has('audit replay');
  const isFactory = isOperation && scope.kind === 'site' && account.site?.kind === 'factory';
  return {
    scope,
    seesRadar: isOperation && (scope.kind === 'all' || isFactory),
    factoryId: isFactory ? scope.siteId : null,
  };
}

/** The days of the week that begins on a Monday. */
export const weekOf = (monday: Day): Period => ({
  from: monday,
  to: movedBy({ from: monday, to: monday }, 6).to,
});

/** The figures of a finished week as it stood when it ended, the same as the calls of the screens answer; alarms as of now. */
export function weeklyFigures(
  { db, store, clock }: Pick<CommandServices, 'db' | 'store' | 'clock'>,
  sight: WeeklySight,
  monday: Day,
): Promise<WeeklyFigures> {
  const period = weekOf(monday);
  const moment = { asOf: spanOf(period).until, knownAt: null };
  const asked: FigureAsked = { place: {}, period, moment, now: clock.now() };
  const before = { ...asked, period: movedBy(period, -7) };
  return inScope(db, sight.scope, async (trx) => {
    const { count: collected, again } = await repeatsOf(trx, 'line', asked);
    return {
      turnaround: {
        week: spreadOf(await turnaroundOf(trx, 'ready', asked)),
        before: spreadOf(await turnaroundOf(trx, 'ready', before)),
      },
      open: await openOf(trx, asked),
      repeats: { collected, again },
      alarms: sight.seesRadar ? await openAlarms(trx, store, sight.scope, asked.now) : null,
      flow: sight.factoryId === null ? null : await flowsOf(trx, sight.factoryId, [asked, before]),
    };
  });
}

const spreadOf = ({ count, median_seconds, p90_seconds, told, kept }: TurnaroundPeriod) => ({
  count,
  median: median_seconds,
  p90: p90_seconds,
  told,
  kept,
});

async function openOf(trx: Kysely<Database>, asked: FigureAsked): Promise<WeeklyFigures['open']> {
  const { now: pieces, bands } = await openAges(trx, asked, null);
  const old = bands.filter(({ from_days }) => from_days >= OLD_DAYS);
  return { pieces, old: old.reduce((sum, { now }) => sum + now, 0) };
}

async function openAlarms(
  trx: Kysely<Database>,
  store: CommandServices['store'],
  scope: DataScope,
  now: Date,
): Promise<number> {
  const { alarms } = await findAlarms(trx, store, { scope, moment: null, now });
  return alarms.filter(({ state }) => state === 'open').length;
}

async function flowsOf(
  trx: Kysely<Database>,
  siteId: number,
  [asked, earlier]: readonly [FigureAsked, FigureAsked],
): Promise<WeeklyFigures['flow']> {
  const { arrived, finished } = await flowOf(trx, { ...asked, siteId });
  const before = await flowOf(trx, { ...earlier, siteId });
  return { arrived, finished, arrivedBefore: before.arrived, finishedBefore: before.finished };
}
