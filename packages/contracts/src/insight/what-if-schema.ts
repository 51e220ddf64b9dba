import { UNDECIDED } from '@atelier/domain/processes/what-if/compare.ts';
import { RULE_RANGES, type RuleNumber } from '@atelier/domain/processes/what-if/rules.ts';
import { KINDS } from '@atelier/domain/processes/what-if/tally.ts';
import { QUALITY_CAUSES } from '@atelier/domain/shared/item-facts.ts';
import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { calendarDate, code, envelope, listQuery, wireId } from '../contract/schema.ts';

/** A whole number within the range of its rule. */
const ranged = (rule: RuleNumber) =>
  z.coerce.number().int().min(RULE_RANGES[rule][0]).max(RULE_RANGES[rule][1]);

const MOST_FEES = 100;
const FEE = /^(\d{1,9}):([A-Z]{2}):(\d{1,12})$/;

/** `101:FR:4500,102:JP:0`: a listed fee of a sub-reason in a country, in minor units of its currency. */
const feesCsv = z
  .string()
  .max(4_000)
  .transform((text, context) => {
    const fees = text.split(',').map((part) => FEE.exec(part));
    if (fees.length <= MOST_FEES && fees.every((each) => each !== null))
      return fees.map(([, id, country = '', amount]) => ({
        subReasonId: Number(id),
        country,
        amount: Number(amount),
      }));
    context.addIssue({ code: 'custom', message: `give 1 to ${MOST_FEES} of SUB_REASON:COUNTRY:AMOUNT` });
    return z.NEVER;
  });

/** Causes that are charged, separated by commas; empty = every repair is free. */
const causesCsv = z
  .string()
  .max(200)
  .transform((text, context) => {
    const causes = z.array(z.enum(QUALITY_CAUSES)).safeParse(text.split(',').filter(Boolean));
    if (causes.success) return causes.data;
    context.addIssue({ code: 'custom', message: `give some of ${QUALITY_CAUSES.join(', ')}` });
    return z.NEVER;
  });

/** Decisions of a period by changed rules (docs/product/insight.md §9). What is left out stays as it was. */
export const whatIfQuery = listQuery.omit({ sort: true }).extend({
  from: calendarDate,
  to: calendarDate,
  shop_id: wireId.optional(),
  /** Shops of a country, ISO 3166. */
  country: code(2).optional(),
  warranty_years: ranged('warrantyYears').optional(),
  extended_months: ranged('extendedMonths').optional(),
  charged: causesCsv.optional(),
  /** Every listed fee by so many percent. */
  fees_percent: ranged('feesPercent').optional(),
  fees: feesCsv.optional(),
  ready_hours: ranged('readyHours').optional(),
  waiting_days: ranged('waitingDays').optional(),
  /** Lists only the pieces that differ in this. */
  kind: z.enum(KINDS).optional(),
  ...momentQuery,
});
export type WhatIfQuery = z.infer<typeof whatIfQuery>;

/** Pieces that would differ, and what was due and would be, in minor units. */
const sums = {
  pieces: z.number().int(),
  into_warranty: z.number().int(),
  out_of_warranty: z.number().int(),
  fees: z.array(
    z.object({
      currency: z.string(),
      pieces: z.number().int(),
      before: z.number().int(),
      after: z.number().int(),
    }),
  ),
  /** Pieces that would be over in a status at some time of the period and were not, and the other way round. */
  marks: z.array(
    z.object({ rma_status_id: z.number().int(), more: z.number().int(), less: z.number().int() }),
  ),
};
export const whatIfSums = z.object(sums);
export const whatIfShop = z.object({
  shop_id: z.number().int(),
  shop: z.string(),
  country: z.string(),
  ...sums,
});
export const whatIfPiece = z.object({
  item_id: z.number().int(),
  rma_id: z.number().int(),
  number: z.string(),
  sku: z.string(),
  product_name: z.string(),
  shop_id: z.number().int(),
  shop: z.string(),
  deposited_at: z.string(),
  /** Null where it would stay as it was. */
  in_warranty: z.object({ before: z.boolean(), after: z.boolean() }).nullable(),
  currency: z.string(),
  fee: z.object({ before: z.number().int(), after: z.number().int() }).nullable(),
  cause: z
    .object({ before: z.enum(QUALITY_CAUSES).nullable(), after: z.enum(QUALITY_CAUSES).nullable() })
    .nullable(),
  marks: z.array(z.object({ rma_status_id: z.number().int(), before: z.boolean(), after: z.boolean() })),
});
export type WhatIfPiece = z.infer<typeof whatIfPiece>;
export const whatIfView = z.object({
  /** As they are in force at the moment. */
  rules: z.object({
    warranty_years: z.number(),
    extended_months: z.number(),
    ready_hours: z.number(),
    waiting_days: z.number(),
    charged: z.array(z.enum(QUALITY_CAUSES)),
  }),
  /** Every decision of the period, made again under the rules in force then. */
  check: z.object({
    pieces: z.number().int(),
    decided: z.number().int(),
    same: z.number().int(),
    /** Pieces that are in no result, by why; with the first twenty. */
    undecided: z.array(
      z.object({
        cause: z.enum(UNDECIDED),
        pieces: z.number().int(),
        examples: z.array(
          z.object({ item_id: z.number().int(), rma_id: z.number().int(), number: z.string() }),
        ),
      }),
    ),
  }),
  /** Pieces whose cause is free to choose under the change: taken to be a production issue. */
  assumed: z.number().int(),
  sums: whatIfSums,
  shops: z.array(whatIfShop),
  countries: z.array(z.object({ country: z.string(), ...sums })),
  rows: z.array(whatIfPiece),
});
export type WhatIfView = z.infer<typeof whatIfView>;
/** `total` counts the pieces of the list. */
export const whatIfResponse = envelope(whatIfView).extend(pastEnvelope);
