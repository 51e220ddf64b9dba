import { addDays } from '../../calendar.ts';
import type { Day, Instant } from '../../kernel.ts';
import { Status, isFinal, phaseOf } from '../status.ts';
import { describe, weekdayOf, type Described, type PieceMoment } from './piece-moment.ts';

/** An additive model of days, before its residuals are calibrated. */
export interface Additive {
  readonly base: number;
  readonly effects: Readonly<Record<string, number>>;
  /** Per unit of the logarithm of the load, inside the load that was learnt from. */
  readonly perLoad: number;
}

/** What is known of one stage from one landmark on. */
export interface StageModel {
  /** Past moments it was learnt from, and those it was calibrated on. */
  readonly fitted: number;
  readonly calibrated: number;
  readonly days: Additive;
  /** How far pieces like it spread, in days. */
  readonly spread: Additive;
  /** Quantiles of the calibrated residuals in spreads. */
  readonly likely: number;
  readonly latest: number;
  readonly loads: readonly [number, number];
}

/** The model in force: a small JSON value, learnt from what had ended by `at`. */
export interface ReadyModel {
  readonly at: Instant;
  /** Pieces it was learnt from. */
  readonly pieces: number;
  readonly stages: Readonly<Record<string, StageModel>>;
  /** Weekdays on which pieces become ready, by country; 0 = Sunday. */
  readonly weekdays: Readonly<Record<string, readonly number[]>>;
  readonly held: Held;
}

/** Calibrated on every other past moment: how often the quantiles held for the moments between. */
export interface Held {
  readonly dates: number;
  /** Shares of 1; about 0.5 and 0.85. */
  readonly likely: number;
  readonly latest: number;
}

/** The middle of what is likely, and the day by which 85 of 100 pieces like it are ready. */
export interface Expected {
  readonly likely: Day;
  readonly latest: Day;
}

const LEAST_SPREAD = 0.15;

/** The date of an open piece; null where no model covers it: ready, over, or unlike anything learnt. */
export function expectReady(model: ReadyModel, piece: PieceMoment): Expected | null {
  const days = expectedDays(model, piece);
  return days === null ? null : { likely: dayOf(days.likely), latest: dayOf(days.latest) };
}

/** The same as days since the epoch. */
export function expectedDays(
  model: ReadyModel,
  piece: PieceMoment,
): { readonly likely: number; readonly latest: number } | null {
  if (isFinal(piece.status) || piece.status === Status.ShopReceived) return null;
  const today = Math.floor(piece.now);
  const planned = predicted(model, describe(piece));
  // The date of its landmark has passed: what the stage knows counts from now on.
  const found =
    planned !== null && planned.latest < today ? predicted(model, describe(piece, true)) : planned;
  if (found === null) return null;
  const open = model.weekdays[piece.country];
  const likely = Math.max(today, openDay(Math.floor(found.likely), open));
  return { likely, latest: Math.max(likely, openDay(Math.floor(found.latest), open)) };
}

/** On a weekday without receipts a piece is ready no sooner than the day before. */
function openDay(day: number, open: readonly number[] | undefined): number {
  if (open === undefined || open.length === 0) return day;
  let found = day;
  while (!open.includes(weekdayOf(found))) found -= 1;
  return found;
}

function predicted(model: ReadyModel, described: Described) {
  const stage = stageFor(model, described.stage);
  if (stage === undefined) return null;
  const { middle, spread } = locate(stage, described);
  const at = described.wall + middle;
  return { likely: at + stage.likely * spread, latest: at + stage.latest * spread };
}

/** The stage's own part, else that of an earlier landmark, else that of its phase. */
function stageFor({ stages }: ReadyModel, key: string): StageModel | undefined {
  return parentsOf(key)
    .map((each) => stages[each])
    .find((stage) => stage !== undefined);
}

/** Stages by which a moment may be judged, nearest first. */
export function parentsOf(key: string): readonly string[] {
  const [status = '', landmark = '0'] = key.split('@');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys are made by stageKey
  const phase = phaseOf(Number(status) as PieceMoment['status']);
  return [key, `${phase}@${landmark}`, `${status}@0`, `${phase}@0`];
}

/** Where the residuals of a moment lie. */
export function locate(
  { days, spread, loads }: Pick<StageModel, 'days' | 'spread' | 'loads'>,
  described: Described,
): { readonly middle: number; readonly spread: number } {
  const load = Math.min(loads[1], Math.max(loads[0], described.load));
  const sum = (part: Additive) =>
    described.effects.reduce(
      (total, effect) => total + (part.effects[effect] ?? 0),
      part.base + part.perLoad * Math.log1p(load),
    );
  return { middle: sum(days), spread: Math.max(LEAST_SPREAD, spread.base * 0.25, sum(spread)) };
}

const dayOf = (days: number): Day => addDays('1970-01-01', days);
