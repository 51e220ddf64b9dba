import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel.ts';
import type { Policy, StageLimits, StageRule } from '../policy.ts';
import { retentionSchedule } from '../contract/retention-schema.ts';
import { MOST_FEE } from '../repair/contract.ts';
import { schedule } from './schedule-schema.ts';
import type { ConfigValue, SettingGroup, SettingKind, SettingUnit } from './contract.ts';

/** One thing that can be configured: what it may be, and where the policy keeps it. */
export interface Setting {
  readonly key: string;
  readonly group: SettingGroup;
  readonly kind: SettingKind;
  readonly unit: SettingUnit | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Whether it may be left to the installation or the reference data. */
  readonly nullable: boolean;
  /** Of a stage: which. */
  readonly status: number | null;
  readonly schema: z.ZodType<ConfigValue>;
  readonly read: (policy: Policy) => ConfigValue;
  readonly write: (policy: Policy, value: ConfigValue) => Policy;
}

type FieldsOf<Value> = {
  [Key in keyof Policy]-?: Policy[Key] extends Value ? (Value extends Policy[Key] ? Key : never) : never;
}[keyof Policy];
export type NumberField = Exclude<FieldsOf<number>, 'version'>;

const UNIT_SIZE: Readonly<Partial<Record<SettingUnit, number>>> = {
  seconds: 1_000,
  minutes: MINUTE_MS,
  hours: HOUR_MS,
  days: DAY_MS,
};

/** Milliseconds and bytes in the policy, people's units outside. */
function sizeOf(field: string, unit: SettingUnit): number {
  if (unit === 'kilobytes') return 1024;
  return field.endsWith('Ms') ? (UNIT_SIZE[unit] ?? 1) : 1;
}

interface Numbered {
  readonly group: SettingGroup;
  readonly field: NumberField;
  readonly unit: SettingUnit;
  readonly range: readonly [min: number, max: number];
}

export function numbered(key: string, { group, field, unit, range: [min, max] }: Numbered): Setting {
  const size = sizeOf(field, unit);
  const schema = z.number().int().min(min).max(max);
  return {
    key,
    group,
    kind: 'number',
    unit,
    min,
    max,
    nullable: false,
    status: null,
    schema,
    read: (policy) => policy[field] / size,
    write: (policy, value) => ({ ...policy, [field]: schema.parse(value) * size }),
  };
}

export function flag(key: string, group: SettingGroup, field: FieldsOf<boolean>): Setting {
  const schema = z.boolean();
  return {
    key,
    group,
    kind: 'flag',
    unit: null,
    min: null,
    max: null,
    nullable: false,
    status: null,
    schema,
    read: (policy) => policy[field],
    write: (policy, value) => ({ ...policy, [field]: schema.parse(value) }),
  };
}

export function scheduled(key: string, job: keyof Policy['schedules']): Setting {
  const schema = job === 'clearing' ? schedule.nullable() : schedule;
  return {
    key,
    group: 'schedules',
    kind: 'schedule',
    unit: null,
    min: null,
    max: null,
    status: null,
    schema,
    nullable: job === 'clearing',
    read: (policy) => policy.schedules[job],
    write: (policy, value) => ({
      ...policy,
      schedules: { ...policy.schedules, [job]: schema.parse(value) },
    }),
  };
}

export const CLEARING_AFTER: Setting = {
  key: 'clearing_after_days',
  group: 'schedules',
  kind: 'number',
  unit: 'days',
  min: 1,
  max: 3650,
  nullable: true,
  status: null,
  schema: z.number().int().min(1).max(3650).nullable(),
  read: (policy) => policy.clearingAfterDays,
  write: (policy, value) => ({
    ...policy,
    clearingAfterDays: z.number().nullable().parse(value),
  }),
};

const limits = {
  target_hours: z.number().int().min(1).max(2000).nullable(),
  wip_limit: z.number().int().min(1).max(10_000).nullable(),
};

/** Changes of before sites had limits name none. */
const stageLimits = z.strictObject({
  ...limits,
  sites: z
    .array(z.strictObject({ site_id: z.number().int().positive(), ...limits }))
    .max(300)
    .refine((sites) => new Set(sites.map(({ site_id }) => site_id)).size === sites.length)
    .transform((sites) => sites.toSorted((a, b) => a.site_id - b.site_id))
    .default([]),
});

/** What one stage is allowed; null leaves it to the reference data. */
export function stage(status: number): Setting {
  const schema = stageLimits.nullable();
  return {
    key: `stage_${status}`,
    group: 'stages',
    kind: 'stage',
    unit: null,
    min: null,
    max: null,
    nullable: true,
    status,
    schema,
    read: (policy) => wireOf(policy.stages[status]),
    write: (policy, value) => ({ ...policy, stages: withStage(policy.stages, status, schema.parse(value)) }),
  };
}

const wireLimits = ({ targetHours, wipLimit }: StageLimits) => ({
  target_hours: targetHours,
  wip_limit: wipLimit,
});

function wireOf(rule: StageRule | undefined): z.infer<typeof stageLimits> | null {
  if (rule === undefined) return null;
  const sites = Object.entries(rule.sites).map(([id, at]) => ({ site_id: Number(id), ...wireLimits(at) }));
  return { ...wireLimits(rule), sites };
}

const limitsIn = (wire: { target_hours: number | null; wip_limit: number | null }): StageLimits => ({
  targetHours: wire.target_hours,
  wipLimit: wire.wip_limit,
});

function withStage(
  stages: Policy['stages'],
  status: number,
  value: z.infer<typeof stageLimits> | null,
): Policy['stages'] {
  const others = Object.fromEntries(Object.entries(stages).filter(([id]) => Number(id) !== status));
  if (value === null) return others;
  const sites = Object.fromEntries(value.sites.map((site) => [site.site_id, limitsIn(site)]));
  return { ...others, [status]: { ...limitsIn(value), sites } };
}

const countryCodes = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .max(300)
  .transform((codes) => [...new Set(codes)].sort());
const siteIds = z
  .array(z.number().int().positive())
  .min(1)
  .max(300)
  .transform((ids) => [...new Set(ids)].sort((a, b) => a - b));

/** Milligrams that the weights of one interval may differ by. */
export const TOLERANCE_RANGE = [0, 10_000] as const;
const tolerance = z.number().int().min(TOLERANCE_RANGE[0]).max(TOLERANCE_RANGE[1]).nullable();

/** What is tolerated at one stage; null = what is tolerated everywhere. */
export function stageTolerance(status: number): Setting {
  return {
    key: `weight_tolerance_${status}`,
    group: 'tolerances',
    kind: 'number',
    unit: 'milligrams',
    min: TOLERANCE_RANGE[0],
    max: TOLERANCE_RANGE[1],
    nullable: true,
    status,
    schema: tolerance,
    read: (policy) => policy.stageTolerances[status] ?? null,
    write: (policy, value) => {
      const others = Object.entries(policy.stageTolerances).filter(([id]) => Number(id) !== status);
      const given = tolerance.parse(value);
      const own: readonly [string, number][] = given === null ? [] : [[String(status), given]];
      return { ...policy, stageTolerances: Object.fromEntries([...others, ...own]) };
    },
  };
}

const bare = { group: 'places', unit: null, min: null, max: null, status: null } as const;

export const PLACES: readonly Setting[] = [
  {
    ...bare,
    key: 'factories',
    kind: 'factories',
    nullable: true,
    schema: siteIds.nullable(),
    read: (policy) => policy.factories,
    write: (policy, value) => ({ ...policy, factories: siteIds.nullable().parse(value) }),
  },
  {
    ...bare,
    key: 'delivery_countries',
    kind: 'countries',
    nullable: true,
    schema: countryCodes.nullable(),
    read: (policy) => policy.deliveryCountries,
    write: (policy, value) => ({ ...policy, deliveryCountries: countryCodes.nullable().parse(value) }),
  },
  {
    ...bare,
    key: 'nav_excluded_countries',
    kind: 'countries',
    nullable: false,
    schema: countryCodes,
    read: (policy) => policy.navExcludedCountries,
    write: (policy, value) => ({ ...policy, navExcludedCountries: countryCodes.parse(value) }),
  },
];

const CONDITIONS_LENGTH = 2_000;
const ownWords = z.string().trim().min(1).max(CONDITIONS_LENGTH);
const texts = z.strictObject({
  en: ownWords,
  'zh-CN': ownWords,
  'zh-TW': ownWords,
  fr: ownWords,
  es: ownWords,
  ja: ownWords,
  ar: ownWords,
});

/** In every language, or in none: a customer reads what they agree to in their language. */
export const FEE_CONDITIONS: Setting = {
  ...bare,
  key: 'fee_conditions',
  group: 'repair',
  kind: 'texts',
  max: CONDITIONS_LENGTH,
  nullable: true,
  schema: texts.nullable(),
  read: (policy) => policy.feeConditions,
  write: (policy, value) => ({ ...policy, feeConditions: texts.nullable().parse(value) }),
};

/** An amount for each currency that has one, minor units. */
const amounts = z
  .record(z.string().regex(/^[A-Z]{3}$/), z.number().int().min(0).max(MOST_FEE))
  .refine((given) => Object.keys(given).length > 0);

/** Above it a fee is answered by a link that was sent, and by none that was shown in the shop (product/repair.md §12.1). */
export const FEE_LINK_LIMITS: Setting = {
  ...bare,
  key: 'fee_link_limits',
  group: 'repair',
  kind: 'amounts',
  max: MOST_FEE,
  nullable: true,
  schema: amounts.nullable(),
  read: (policy) => policy.feeLinkLimits,
  write: (policy, value) => ({ ...policy, feeLinkLimits: amounts.nullable().parse(value) }),
};

/** Approved by a second person, so it is changed under `/system/privacy` alone (product/privacy.md §6). */
export const RETENTION: Setting = {
  ...bare,
  key: 'retention',
  group: 'privacy',
  kind: 'retention',
  nullable: false,
  schema: retentionSchedule,
  read: (policy) => policy.retention,
  write: (policy, value) => ({ ...policy, retention: retentionSchedule.parse(value) }),
};
