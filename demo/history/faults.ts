import type { ProductKind } from '@atelier/domain/shared/product.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import type { Random } from '../reference/random.ts';
import { REASON_SEEDS } from '../reference/reasons-data.ts';
import type { TreatmentName } from '../reference/treatments.ts';

/** What can be wrong with a piece, and which benches that takes it to. */
export interface Fault {
  readonly subReasonId: number;
  readonly reasonId: number;
  readonly treatment: TreatmentName;
}

/** Only what may still be chosen. Ids carry their reason: 203 is the third of reason 2 (`reference/repair.ts`). */
const FAULTS: readonly Fault[] = REASON_SEEDS.flatMap((reason, index) =>
  reason.active === false
    ? []
    : reason.subReasons.flatMap((each, at) =>
        each.active === false
          ? []
          : [{ subReasonId: (index + 1) * 100 + at + 1, reasonId: index + 1, treatment: each.treatment }],
      ),
);

/** Sub-reasons that make sense for a kind; a whole reason is written as its hundred. */
const MAKES_SENSE: Readonly<Record<ProductKind, readonly number[]>> = {
  ring: [200, 300, 400, 501, 502, 505, 601, 900],
  necklace: [100, 300, 400, 503, 504, 700, 1001],
  pendant: [100, 200, 300, 400, 900],
  earrings: [200, 400, 703, 800, 1002],
  bracelet: [100, 300, 400, 602, 603, 1001],
  brooch: [201, 202, 205, 300, 401, 603, 1001],
  anklet: [101, 102, 103, 400, 503, 504],
};

const suits = (kind: ProductKind, fault: Fault): boolean =>
  MAKES_SENSE[kind].includes(fault.subReasonId) || MAKES_SENSE[kind].includes(fault.reasonId * 100);

const BY_KIND = new Map<ProductKind, readonly Fault[]>();

/** The faults a kind of jewel comes with. */
export function faultsOf(kind: ProductKind): readonly Fault[] {
  const known = BY_KIND.get(kind);
  if (known !== undefined) return known;
  const faults = FAULTS.filter((fault) => suits(kind, fault));
  BY_KIND.set(kind, faults);
  return faults;
}

type Benches = readonly StatusId[];

/** The ways through the benches that a treatment can take, the usual one first. All end at the final check. */
const WAYS: Readonly<Record<TreatmentName, readonly Benches[]>> = {
  solder: [
    [4, 6, 12],
    [4, 5, 6, 12],
    [4, 6, 7, 12],
  ],
  replacePart: [
    [4, 6, 8, 12],
    [4, 5, 6, 8, 12],
  ],
  resetStone: [
    [4, 6, 10, 12],
    [4, 6, 8, 10, 12],
  ],
  newStone: [
    [4, 6, 8, 10, 12],
    [4, 6, 10, 12],
  ],
  polish: [
    [5, 6, 12],
    [5, 6, 7, 12],
  ],
  replate: [
    [5, 6, 7, 12],
    [4, 5, 6, 7, 8, 12],
    [5, 6, 7, 9, 12],
    [4, 6, 9, 12],
  ],
  resize: [
    [4, 5, 6, 12],
    [4, 5, 6, 7, 12],
  ],
  reshape: [
    [4, 5, 6, 12],
    [4, 6, 12],
  ],
  restring: [
    [4, 6, 11, 12],
    [4, 6, 8, 11, 12],
  ],
  engrave: [
    [4, 6, 12],
    [4, 5, 6, 12],
  ],
  inspect: [
    [4, 6, 12],
    [4, 5, 6, 8, 12],
  ],
};

const PEARLS = 7;

/** Pearls are set at a separate bench. */
function waysOf({ treatment, reasonId }: Fault): readonly Benches[] {
  if (reasonId !== PEARLS) return WAYS[treatment];
  return WAYS[treatment].map((way) => way.map((bench) => (bench === 10 ? 11 : bench)));
}

/** A way through the benches for this fault; with `via`, one that comes past that bench (undefined when none does). */
export function wayFor(fault: Fault, random: Random, via?: StatusId): Benches | undefined {
  const ways = waysOf(fault).filter((way) => via === undefined || way.includes(via));
  if (ways.length === 0) return undefined;
  return random.chance(0.55) ? ways[0] : random.pick(ways);
}

/** Whether some way for this fault comes past a bench. */
export function comesPast(fault: Fault, bench: StatusId): boolean {
  return waysOf(fault).some((way) => way.includes(bench));
}

/** What an inspector may find besides: a fault of another kind, as this sort of jewel has them. */
export function anotherFault(kind: ProductKind, first: Fault, random: Random): Fault {
  const others = faultsOf(kind).filter((fault) => fault.reasonId !== first.reasonId);
  return others.length === 0 ? first : random.pick(others);
}
