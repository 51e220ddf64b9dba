import { setImmediate } from 'node:timers/promises';
import { DAY_MS, toMs, type Instant } from '@atelier/domain/kernel.ts';
import { weekdayOf, type ReadySample } from '@atelier/domain/shared/ready-date/piece-moment.ts';
import {
  locate,
  parentsOf,
  type ReadyModel,
  type StageModel,
} from '@atelier/domain/shared/ready-date/ready-model.ts';
import { horizonOf } from './horizon.ts';
import { ridge, rounded, type Row } from './ridge.ts';

/** A sample of one piece, and where it became ready. */
export interface PieceSample extends ReadySample {
  readonly itemId: number;
  readonly country: string;
}

/** The remaining days of a past moment; of a piece still open, those that it has lasted at least. */
interface Lasted {
  readonly sample: PieceSample;
  readonly days: number;
  readonly isOpen: boolean;
}

const LIKELY = 0.5;
const LATEST = 0.85;
/** Fewer past moments than this are judged by their parent. */
const LEAST_FITTED = 80;
const LEAST_CALIBRATED = 40;
const MOST_FITTED = 4_000;
const MOST_CALIBRATED = 1_500;
/** Of the pieces that become ready, the share below which a weekday counts as one without receipts. */
const CLOSED_SHARE = 0.004;

/**
 * The model of everything that was known at `at`: by stage and landmark (van Houwelingen 2007) additive effects on the
 * remaining days, then split-conformal quantiles of their residuals, normalized by a spread that is learnt in the same way
 * (Lei et al. 2018), per group (Vovk's Mondrian). Only moments old enough that nearly all pieces like them have ended are
 * learnt from; the few still open count as later than any quantile. Null while there is too little. Other work of the process goes
 * on between the stages.
 */
export async function fitReadyModel(
  samples: readonly PieceSample[],
  at: Instant,
): Promise<ReadyModel | null> {
  const now = toMs(at) / DAY_MS;
  const stages: Record<string, StageModel> = {};
  const checked: Checked[] = [];
  for (const [key, lasted] of groupsOf(samples, now)) {
    await setImmediate();
    const fitted = fitStage(lasted, now);
    if (fitted === null) continue;
    stages[key] = fitted.stage;
    if (STAGE_KEY.test(key)) checked.push(fitted.checked);
  }
  if (Object.keys(stages).length === 0) return null;
  const pieces = new Set(samples.flatMap(({ itemId, readyDay }) => (readyDay === null ? [] : [itemId]))).size;
  return { at, pieces, stages, weekdays: weekdaysOf(samples), held: heldOf(checked) };
}

/** A stage's own part, not its phase's. */
const STAGE_KEY = /^\d/;

/** Every stage and every parent, in the order of their names. */
function groupsOf(samples: readonly PieceSample[], now: number): readonly [string, readonly Lasted[]][] {
  const groups = new Map<string, Lasted[]>();
  for (const sample of samples) {
    if (sample.wall > now) continue;
    const isOpen = sample.readyDay === null || sample.readyDay > now;
    const days = (isOpen ? now : (sample.readyDay ?? now)) - sample.wall;
    const [own = '', phase = ''] = parentsOf(sample.stage);
    for (const key of [own, phase]) {
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [{ sample, days, isOpen }]);
      else known.push({ sample, days, isOpen });
    }
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

interface Checked {
  readonly dates: number;
  readonly likely: number;
  readonly latest: number;
}

interface FittedStage {
  readonly stage: StageModel;
  readonly checked: Checked;
}

function fitStage(all: readonly Lasted[], now: number): FittedStage | null {
  const horizon = horizonOf(all);
  const old = all
    .filter(({ sample }) => sample.wall <= now - horizon)
    .toSorted((a, b) => b.sample.wall - a.sample.wall || b.sample.itemId - a.sample.itemId)
    .slice(0, MOST_FITTED + MOST_CALIBRATED);
  const share = Math.min(MOST_CALIBRATED, Math.floor(old.length / 3));
  const [calibrating, fitting] = [old.slice(0, share), old.slice(share)];
  if (fitting.length < LEAST_FITTED || calibrating.length < LEAST_CALIBRATED) return null;
  const effects = fitEffects(fitting);
  const residuals = calibrating.map((each) => residualOf(effects, each));
  const stage = {
    fitted: fitting.length,
    calibrated: residuals.length,
    ...effects,
    ...quantilesOf(residuals),
  };
  return { stage, checked: checkedOn(residuals) };
}

function fitEffects(fitting: readonly Lasted[]): Pick<StageModel, 'days' | 'spread' | 'loads'> {
  const logs = fitting.map(({ sample }) => Math.log1p(sample.load));
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const rows: readonly Row[] = fitting.map(({ sample }, index) => ({
    effects: sample.effects,
    load: (logs[index] ?? 0) - mean,
  }));
  const all = fitting.map(({ sample }) => sample.load);
  const loads = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))] as const;
  const days = ridge(
    rows,
    fitting.map((each) => each.days),
    mean,
  );
  const none = { base: 0, effects: {}, perLoad: 0 };
  const off = fitting.map((each) =>
    Math.abs(each.days - locate({ days, spread: none, loads }, each.sample).middle),
  );
  return { days, spread: ridge(rows, off, mean), loads };
}

function residualOf(
  effects: Pick<StageModel, 'days' | 'spread' | 'loads'>,
  { sample, days, isOpen }: Lasted,
): number {
  const { middle, spread } = locate(effects, sample);
  return isOpen ? Infinity : (days - middle) / spread;
}

/** The residual of rank ⌈(n + 1)·share⌉: split-conformal, so that this share of later pieces lies below it. */
function quantilesOf(residuals: readonly number[]): Pick<StageModel, 'likely' | 'latest'> {
  const sorted = Float64Array.from(residuals).sort();
  const finite = sorted.findLast((each) => Number.isFinite(each)) ?? 0;
  const quantile = (share: number): number => {
    const rank = Math.min(sorted.length, Math.ceil((sorted.length + 1) * share));
    return Math.ceil(Math.min(finite, sorted[rank - 1] ?? finite) * 1000) / 1000;
  };
  return { likely: quantile(LIKELY), latest: quantile(LATEST) };
}

/** Quantiles of every other residual, on those between. */
function checkedOn(residuals: readonly number[]): Checked {
  const { likely, latest } = quantilesOf(residuals.filter((_, index) => index % 2 === 0));
  const others = residuals.filter((_, index) => index % 2 === 1);
  const below = (bound: number) => others.filter((each) => each <= bound).length;
  return { dates: others.length, likely: below(likely), latest: below(latest) };
}

function heldOf(checked: readonly Checked[]): ReadyModel['held'] {
  const sum = (of: (each: Checked) => number) => checked.reduce((total, each) => total + of(each), 0);
  const dates = sum((each) => each.dates);
  const share = (count: number) => (dates === 0 ? 0 : rounded(count / dates));
  return { dates, likely: share(sum((each) => each.likely)), latest: share(sum((each) => each.latest)) };
}

/** Weekdays of receipts by country, of countries with enough of them. */
function weekdaysOf(samples: readonly PieceSample[]): ReadyModel['weekdays'] {
  const byCountry = new Map<string, number[]>();
  for (const { country, readyDay } of samples) {
    if (readyDay === null) continue;
    const counts = byCountry.get(country) ?? [0, 0, 0, 0, 0, 0, 0];
    const weekday = weekdayOf(readyDay);
    counts[weekday] = (counts[weekday] ?? 0) + 1;
    byCountry.set(country, counts);
  }
  const told = [...byCountry]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, counts]) => [country, openIn(counts)] as const);
  return Object.fromEntries(told);
}

function openIn(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const all = counts.map((_, weekday) => weekday);
  return total < LEAST_FITTED ? all : all.filter((weekday) => (counts[weekday] ?? 0) > CLOSED_SHARE * total);
}
