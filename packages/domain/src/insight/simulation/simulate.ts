import type { StatusId } from '../../shared/status.ts';
import { quantileOf, type Life, type Quantiles, type StagePlaces } from './flow-model.ts';
import { TimeQueue } from './time-queue.ts';

/** A piece that comes: when (hours), and which life it leads. */
export interface Arrival {
  readonly at: number;
  readonly life: Life;
}

export interface StageLoad {
  readonly stage: StatusId;
  readonly places: number | null;
  /** Hours that a piece waited for a place, on average and for 85 of 100 visits at most. */
  readonly meanWait: number;
  readonly p85Wait: number;
  /** Share of the places that was taken, on average; null where there is no limit. */
  readonly taken: number | null;
}

export interface Simulated {
  /** Hours that pieces took which came in the measured time. */
  readonly took: Quantiles;
  readonly pieces: number;
  readonly stages: readonly StageLoad[];
}

interface Bench {
  readonly stage: StatusId;
  readonly places: number | null;
  readonly queue: number[];
  head: number;
  busy: number;
  readonly waits: number[];
  worked: number;
}

const NO_PIECE: Arrival = { at: 0, life: { hour: 0, steps: [] } };

/** From when to when (hours) pieces must come to be measured: before, the benches fill. */
export interface Measured {
  readonly from: number;
  readonly until: number;
}

/**
 * Sends the pieces through the benches: each waits in its turn where no place is free, and is worked on for the hours of its
 * life. Arrivals in the order of their times.
 */
export function simulate(
  arrivals: readonly Arrival[],
  stages: readonly StagePlaces[],
  measured: Measured,
): Simulated {
  const benches = new Map<number, Bench>(
    stages.map((each) => [each.stage, { ...each, queue: [], head: 0, busy: 0, waits: [], worked: 0 }]),
  );
  const took: number[] = [];
  const ends = new TimeQueue();
  const step = new Int32Array(arrivals.length);
  const asked = new Float64Array(arrivals.length);
  const isMeasured = (piece: number): boolean => {
    const at = arrivals[piece]?.at ?? 0;
    return at >= measured.from && at < measured.until;
  };
  const enter = (piece: number, now: number): void => {
    const { life, at } = arrivals[piece] ?? NO_PIECE;
    const stage = life.steps[2 * (step[piece] ?? 0)];
    const bench = stage === undefined ? undefined : benches.get(stage);
    if (bench === undefined) return void (isMeasured(piece) && took.push(now - at));
    asked[piece] = now;
    if (bench.places === null || bench.busy < bench.places) begin(bench, piece, now);
    else bench.queue.push(piece);
  };
  const begin = (bench: Bench, piece: number, now: number): void => {
    const hours = arrivals[piece]?.life.steps[2 * (step[piece] ?? 0) + 1] ?? 0;
    bench.busy += 1;
    if (isMeasured(piece)) {
      bench.waits.push(now - (asked[piece] ?? now));
      bench.worked += hours;
    }
    ends.add(now + hours, piece);
  };
  const end = (piece: number, now: number): void => {
    const bench = benches.get(arrivals[piece]?.life.steps[2 * (step[piece] ?? 0)] ?? -1);
    step[piece] = (step[piece] ?? 0) + 1;
    if (bench !== undefined) {
      bench.busy -= 1;
      const next = bench.queue[bench.head];
      if (next !== undefined) {
        bench.head += 1;
        begin(bench, next, now);
      }
    }
    enter(piece, now);
  };
  let coming = 0;
  while (coming < arrivals.length || ends.size > 0) {
    const at = arrivals[coming]?.at ?? Number.POSITIVE_INFINITY;
    if (at <= ends.next) enter(coming++, at);
    else {
      const now = ends.next;
      end(ends.take(), now);
    }
  }
  took.sort((a, b) => a - b);
  const span = measured.until - measured.from;
  return {
    took: { p50: quantileOf(took, 0.5), p85: quantileOf(took, 0.85) },
    pieces: took.length,
    stages: [...benches.values()].map((bench) => loadOf(bench, span)),
  };
}

function loadOf({ stage, places, waits, worked }: Bench, span: number): StageLoad {
  const sorted = waits.toSorted((a, b) => a - b);
  const sum = waits.reduce((all, wait) => all + wait, 0);
  return {
    stage,
    places,
    meanWait: waits.length === 0 ? 0 : sum / waits.length,
    p85Wait: quantileOf(sorted, 0.85),
    taken: places === null ? null : Math.min(1, worked / (places * span)),
  };
}
