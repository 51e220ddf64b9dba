import { z } from 'zod';
import { envelope, instant, requiredText } from '../contract/schema.ts';
import {
  SETTING_GROUPS,
  SETTING_KINDS,
  SETTING_SOURCES,
  SETTING_UNITS,
} from '@atelier/domain/system/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';

/** A value as it stands in the log: a number, yes or no, a list of codes, a schedule, a stage's limits, or null. */
const anyValue = z.json();

/** One change of a value, whenever it holds. */
export const configChangeView = z.object({
  change: z.number().int(),
  value: anyValue,
  previous: anyValue,
  effective_at: z.string(),
  reason: z.string(),
  author: z.string(),
  changed_at: z.string(),
  withdrawn: z.object({ reason: z.string(), author: z.string(), at: z.string() }).nullable(),
});
export type ConfigChangeView = z.infer<typeof configChangeView>;

export const settingView = z.object({
  key: z.string(),
  group: z.enum(SETTING_GROUPS),
  kind: z.enum(SETTING_KINDS),
  unit: z.enum(SETTING_UNITS).nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  nullable: z.boolean(),
  /** Of a stage: which. */
  status: z.number().int().nullable(),
  value: anyValue,
  /** What holds where `value` leaves it to the installation: limits of a stage, a cron pattern as `{cron}`, names of countries. */
  in_force: anyValue,
  source: z.enum(SETTING_SOURCES),
  /** The value while it is not configured. */
  initial: anyValue,
  /** The change that set the present value; null while it is the initial one. */
  since: configChangeView.nullable(),
  /** What has been planned, the next first. */
  scheduled: z.array(configChangeView),
  /** Everything that was ever written down, the newest first. */
  history: z.array(configChangeView),
});
export type SettingView = z.infer<typeof settingView>;

/** `GET /system/config`. `version` names the values in force; the answer's ETag is what `If-Match` speaks of. */
export const systemConfigView = z.object({
  version: z.number().int(),
  revision: z.number().int(),
  next_change_at: z.string().nullable(),
  as_of: z.string(),
  settings: z.array(settingView),
});
export type SystemConfigView = z.infer<typeof systemConfigView>;
export const systemConfigResponse = envelope(systemConfigView);

/** `PUT /system/config`: one value from a moment on; at once when none is given. */
export const changeConfigBody = z.strictObject({
  key: z.string().max(60),
  value: anyValue,
  effective_at: instant.optional(),
  reason: requiredText(TEXT_LENGTH.reason),
});
/** `POST /system/config/withdraw`: a planned change is taken back before it holds. */
export const withdrawChangeBody = z.strictObject({
  change: z.number().int().positive(),
  reason: requiredText(TEXT_LENGTH.reason),
});

/**
 * `GET /system/rules`: the values that forms and clocks on the screens need, for everybody who is signed in; again at
 * `next_change_at`, when others take hold by the clock alone.
 */
export const rulesView = z.object({
  version: z.number().int(),
  next_change_at: z.string().nullable(),
  undo_ms: z.number(),
  ready_to_ship_over_ms: z.number(),
  waiting_over_ms: z.number(),
  warranty_years: z.number(),
  extended_warranty_months: z.number(),
  exchange_months: z.number(),
  extended_exchange_months: z.number(),
  remark_words: z.number(),
  max_items_per_rma: z.number(),
  clearing_limit: z.number(),
  /** Factories that take transfers; null = every one. */
  factories: z.array(z.number()).nullable(),
  /** By target status: the sites whose bench validates at each accepted scan. */
  validate_on_scan: z.record(z.string(), z.array(z.number())),
  /** By stage: the sites that weigh a piece before it goes on; and milligrams that two weighings may differ by. */
  weigh_before: z.record(z.string(), z.array(z.number())),
  demand_return_weight: z.boolean(),
  weight_tolerance: z.number().int(),
  stage_tolerances: z.record(z.string(), z.number().int()),
  image_bytes: z.number(),
  image_edge: z.number(),
  demand_exchange_survey: z.boolean(),
  demand_gold_checks: z.boolean(),
  demand_images: z.boolean(),
});
export type RulesView = z.infer<typeof rulesView>;
export const rulesResponse = envelope(rulesView);
