import { compareTexts } from '../kernel.ts';
import { MOST_PICKUPS_PER_SLOT } from '../repair/contract.ts';
import { STATUSES } from '../shared/status.ts';
import {
  CLEARING_AFTER,
  FEE_CONDITIONS,
  FEE_LINK_LIMITS,
  flag,
  numbered,
  PLACES,
  RETENTION,
  scheduled,
  stage,
  stageTolerance,
  TOLERANCE_RANGE,
  type NumberField,
  type Setting,
} from './setting-schema.ts';
import { validatesOnScan, weighsBefore, WORKER_FIGURES } from './site-lists-schema.ts';
import type { ConfigValue, SettingGroup, SettingKind, SettingUnit } from './contract.ts';

const number = (
  key: string,
  group: SettingGroup,
  field: NumberField,
  unit: SettingUnit,
  min: number,
  max: number,
): Setting => numbered(key, { group, field, unit, range: [min, max] });

const STAGES = STATUSES.filter(({ bucket }) => bucket === 'in_factory').map(({ id }) => id);
/** Entered by sending a package, never by a scan. */
const FORWARDING = 18;
const BENCHES = STAGES.filter((id) => id !== FORWARDING);

/** Everything `/system/systemConfig` shows, in its order (product/system.md §2). */
export const SETTINGS: readonly Setting[] = [
  number('warranty_years', 'warranty', 'warrantyYears', 'years', 0, 20),
  number('extended_warranty_months', 'warranty', 'extendedWarrantyMonths', 'months', 0, 120),
  number('exchange_months', 'warranty', 'exchangeMonths', 'months', 0, 60),
  number('extended_exchange_months', 'warranty', 'extendedExchangeMonths', 'months', 0, 60),
  number('sav_repair_threshold', 'warranty', 'savRepairThreshold', 'times', 0, 50),
  number('sav_repair_days', 'warranty', 'savRepairDays', 'days', 1, 1000),

  number('ready_to_ship_over_hours', 'waiting', 'readyToShipOverMs', 'hours', 1, 2000),
  number('waiting_over_days', 'waiting', 'waitingOverMs', 'days', 1, 365),
  number('reminder_every_days', 'care', 'reminderEveryMs', 'days', 1, 365),
  number('reminders_before_escalation', 'care', 'remindersBeforeEscalation', 'times', 1, 52),
  number('close_after_days', 'care', 'closeAfterMs', 'days', 1, 365),
  number('pickup_from_hour', 'care', 'pickupFromHour', 'hours', 0, 23),
  number('pickup_until_hour', 'care', 'pickupUntilHour', 'hours', 1, 24),
  number('pickup_slot_minutes', 'care', 'pickupSlotMs', 'minutes', 30, 480),
  number('pickups_per_slot', 'care', 'pickupsPerSlot', 'times', 0, MOST_PICKUPS_PER_SLOT),
  number('clearing_limit', 'care', 'clearingLimit', 'items', 1, 10_000),

  number('undo_minutes', 'repair', 'undoMs', 'minutes', 1, 1440),
  flag('demand_stone_count', 'repair', 'demandStoneCount'),
  flag('demand_final_qc_photo', 'repair', 'demandFinalQcPhoto'),
  flag('demand_final_qc_weight', 'repair', 'demandFinalQcWeight'),
  FEE_CONDITIONS,
  FEE_LINK_LIMITS,

  flag('demand_exchange_survey', 'deposit', 'demandExchangeSurvey'),
  flag('demand_gold_checks', 'deposit', 'demandGoldChecks'),
  flag('demand_images', 'deposit', 'demandImages'),
  number('max_items_per_rma', 'deposit', 'maxItemsPerRma', 'items', 1, 200),
  number('max_waiver_requests', 'deposit', 'maxWaiverRequests', 'times', 1, 10),
  number('remark_words', 'deposit', 'remarkWords', 'words', 10, 1000),

  scheduled('schedule_clearing', 'clearing'),
  CLEARING_AFTER,
  scheduled('schedule_reminders', 'reminders'),
  scheduled('schedule_closing', 'closing'),

  ...STAGES.map(stage),
  ...BENCHES.map(validatesOnScan),

  flag('demand_return_weight', 'weighing', 'demandReturnWeight'),
  ...BENCHES.map(weighsBefore),
  number('weight_tolerance', 'tolerances', 'weightTolerance', 'milligrams', ...TOLERANCE_RANGE),
  ...BENCHES.map(stageTolerance),

  ...PLACES,

  number('login_failures', 'signin', 'loginFailures', 'times', 2, 20),
  number('login_lock_seconds', 'signin', 'loginLockMs', 'seconds', 10, 3600),
  number('captcha_life_seconds', 'signin', 'captchaLifeMs', 'seconds', 30, 900),
  number('captcha_refresh_seconds', 'signin', 'captchaRefreshMs', 'seconds', 1, 60),

  number('image_kilobytes', 'pictures', 'imageBytes', 'kilobytes', 64, 4096),
  number('image_edge', 'pictures', 'imageEdge', 'pixels', 480, 4096),

  flag('messages_on', 'messages', 'messagesOn'),
  number('message_wait_minutes', 'messages', 'messageWaitMs', 'minutes', 0, 1440),
  number('message_delay_days', 'messages', 'messageDelayMs', 'days', 1, 365),
  number('message_quiet_from', 'messages', 'quietFromHour', 'hours', 0, 23),
  number('message_quiet_until', 'messages', 'quietUntilHour', 'hours', 0, 23),

  WORKER_FIGURES,
  RETENTION,
];

const BY_KEY: ReadonlyMap<string, Setting> = new Map(SETTINGS.map((setting) => [setting.key, setting]));

export const settingOf = (key: string): Setting | undefined => BY_KEY.get(key);

const VALUE_CODES = {
  number: 'out_of_range',
  flag: 'yes_or_no',
  schedule: 'bad_schedule',
  stage: 'out_of_range',
  countries: 'unknown_country',
  factories: 'unknown_site',
  sites: 'unknown_site',
  retention: 'bad_retention',
  texts: 'text_missing',
  amounts: 'bad_amounts',
} as const satisfies Record<SettingKind, string>;

export type ReadValue = { readonly value: ConfigValue } | { readonly code: string };

/** A value as it will be kept (lists sorted, once each), or the code of what is wrong with it. */
export function readValue(setting: Setting, given: unknown): ReadValue {
  const parsed = setting.schema.safeParse(given);
  return parsed.success ? { value: parsed.data } : { code: VALUE_CODES[setting.kind] };
}

export const isSameValue = (a: ConfigValue, b: ConfigValue): boolean => stable(a) === stable(b);

/** Keys in order, so that two spellings of one value are one. */
function stable(value: ConfigValue): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => compareTexts(a, b)));
}
