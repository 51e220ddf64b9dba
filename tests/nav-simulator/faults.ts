/** What can go wrong with one call, as Business Central and the network in front of it go wrong. */
export const FAULTS = [
  'none',
  /** Answers late, but answers. */
  'slow',
  /** 429 with Retry-After; nothing was done. */
  'throttled',
  /** 500; nothing was done. */
  'error',
  /** 500, though the document was made. */
  'error-after',
  /** The connection is cut before anything was done. */
  'cut',
  /** The document is made, its answer never arrives. */
  'lost',
  /** No answer, and the document is made after the caller has gone. */
  'late',
  /** 400: NAV does not take the document. */
  'refused',
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** How the simulator behaves by default. Chances are from 0 to 1, and add up to 1 at most. */
export interface FaultPlan {
  readonly chances: Readonly<Partial<Record<FaultKind, number>>>;
  /** What happens to the next calls that create, one each, before chance decides again. */
  readonly next: readonly FaultKind[];
  /** Whether questions (GET) can fail too: they answer late, with 429, 500, or not at all. */
  readonly questionsToo: boolean;
  readonly slowMs: number;
  /** A late document is made after this time, up to twice as late: never later, as NAV ends what takes too long. */
  readonly lateMs: number;
  readonly retryAfterSeconds: number;
}

export const FAULTLESS: FaultPlan = {
  chances: {},
  next: [],
  questionsToo: false,
  slowMs: 1_500,
  lateMs: 2_000,
  retryAfterSeconds: 2,
};

const HARMLESS_TO_ASK: ReadonlySet<FaultKind> = new Set(['slow', 'throttled', 'error', 'cut']);

/** Chooses what happens to each call: the same seed and calls, the same faults. */
export class Faults {
  #plan = FAULTLESS;
  #forced: FaultKind[] = [];
  readonly #draw: () => number;

  constructor(seed: number) {
    this.#draw = generator(seed);
  }

  get plan(): FaultPlan {
    return this.#plan;
  }

  change(change: Partial<FaultPlan>): FaultPlan {
    this.#plan = { ...this.#plan, ...change };
    this.#forced = [...this.#plan.next];
    return this.#plan;
  }

  forCreating(): FaultKind {
    return this.#forced.shift() ?? this.#byChance();
  }

  forAsking(): FaultKind {
    if (!this.#plan.questionsToo) return 'none';
    const fault = this.#byChance();
    return HARMLESS_TO_ASK.has(fault) ? fault : 'none';
  }

  /** How late a late document is, in milliseconds. */
  lateness(): number {
    return this.#plan.lateMs * (1 + this.#draw());
  }

  #byChance(): FaultKind {
    let left = this.#draw();
    for (const kind of FAULTS) {
      left -= this.#plan.chances[kind] ?? 0;
      if (left < 0) return kind;
    }
    return 'none';
  }
}

/** A small seeded generator of numbers from 0 up to 1 (mulberry32): good enough to choose faults. */
export function generator(seed: number): () => number {
  let state = Math.trunc(seed);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
