import type {
  RejectReasonRow,
  RepairFeeRow,
  RmaReasonRow,
  RmaSubReasonRow,
  ShippingFeeRow,
  StageSettingRow,
} from '@atelier/application/reference/repair.table.ts';
import { COUNTRIES } from './countries.ts';
import { fromEuroCents } from './money.ts';
import { SITES } from './places.ts';
import type { ReasonSeed } from './reason-seed.ts';
import { REASON_SEEDS } from './reasons-data.ts';
import { OPERATION_REJECTS, STORE_REJECTS } from './rejects-data.ts';
import { translated, type Seven } from './seven.ts';
import { TREATMENTS } from './treatments.ts';

const NEVER_CHANGED = { version: 0, position: 0 };

const reasonRow = (seed: ReasonSeed, index: number): RmaReasonRow => ({
  id: index + 1,
  names: translated(seed.names),
  sort: (index + 1) * 10,
  is_active: seed.active ?? true,
  ...NEVER_CHANGED,
});

/** Sub-reason ids carry their reason: 203 is the third of reason 2. */
const subReasonRows = (seed: ReasonSeed, index: number): RmaSubReasonRow[] =>
  seed.subReasons.map((each, at) => ({
    id: (index + 1) * 100 + at + 1,
    reason_id: index + 1,
    names: translated(each.names),
    descriptions: translated(TREATMENTS[each.treatment].text),
    sort: (at + 1) * 10,
    is_active: each.active ?? true,
    is_under_warranty: each.covered,
    ...NEVER_CHANGED,
  }));

export const RMA_REASONS: readonly RmaReasonRow[] = REASON_SEEDS.map(reasonRow);
export const RMA_SUB_REASONS: readonly RmaSubReasonRow[] = REASON_SEEDS.flatMap(subReasonRows);

/** The countries that have a shop, each with the shop's currency. */
const markets = [
  ...new Map(SITES.filter((site) => site.kind === 'shop').map((site) => [site.country, site.currency])),
];

const feeRows = (seed: ReasonSeed, index: number): RepairFeeRow[] =>
  seed.subReasons.flatMap((each, at) =>
    markets.map(([country, currency]) => ({
      sub_reason_id: (index + 1) * 100 + at + 1,
      country,
      currency,
      amount: fromEuroCents(TREATMENTS[each.treatment].euroCents, currency),
    })),
  );

/** What a sub-reason costs out of warranty, per market. */
export const REPAIR_FEES: readonly RepairFeeRow[] = REASON_SEEDS.flatMap(feeRows);

const CLIENT_DELIVERY_EURO_CENTS = 2500;

const shippingRows = ([country, currency]: readonly [string, string]): ShippingFeeRow[] => {
  const allowed = COUNTRIES.some((each) => each.code === country && each.client_delivery_allowed);
  const toClient = allowed ? fromEuroCents(CLIENT_DELIVERY_EURO_CENTS, currency) : 0;
  return [
    { country, currency, destination: 'store', allowed: true, amount: 0 },
    { country, currency, destination: 'client', allowed, amount: toClient },
  ];
};

/** Collecting at the shop is free; delivery to the client costs, where the country allows it. */
export const SHIPPING_FEES: readonly ShippingFeeRow[] = markets.flatMap(shippingRows);

const rejects = (
  audience: 'store' | 'operation',
  firstId: number,
  list: readonly Seven[],
): RejectReasonRow[] =>
  list.map((names, at) => ({
    id: firstId + at,
    audience,
    names: translated(names),
    sort: (at + 1) * 10,
    is_active: true,
  }));

export const REJECT_REASONS: readonly RejectReasonRow[] = [
  ...rejects('store', 1, STORE_REJECTS),
  ...rejects('operation', 101, OPERATION_REJECTS),
];

// Status id, target hours, items at once per site. 72 h and a week are the product's (product/dashboard.md §1); the rest the demo's.
const STAGES: readonly (readonly [number, number | null, number | null])[] = [
  [1, 72, null],
  [2, 120, null],
  [3, 24, 60],
  [4, 72, 40],
  [5, 24, 25],
  [6, 12, 20],
  [7, 48, 30],
  [8, 48, 30],
  [9, 24, 12],
  [10, 48, 16],
  [11, 36, 12],
  [12, 12, 20],
  [13, 24, 60],
  [14, 120, null],
  [15, 168, null],
  [17, 48, 20],
  [18, 96, null],
  [19, 24, 40],
];

export const STAGE_SETTINGS: readonly StageSettingRow[] = STAGES.map(
  ([status_id, target_hours, wip_limit]) => ({
    status_id,
    target_hours,
    wip_limit,
  }),
);
