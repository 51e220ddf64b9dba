import { z } from 'zod';
import { compareTexts } from '../kernel.ts';
import { RETENTION_LIMITS, type CountryTerm, type RetentionSchedule } from '../shared/retention.ts';

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number().int().min(min).max(max);

const countryTerm = z.strictObject({
  code: z.string().regex(/^[A-Z]{2}$/),
  months: within(RETENTION_LIMITS.months),
});

const isOnceEach = (terms: readonly CountryTerm[]): boolean =>
  new Set(terms.map(({ code }) => code)).size === terms.length;

/** The retention schedule: its countries sorted, each at most once. */
export const retentionSchedule = z.strictObject({
  on: z.boolean(),
  default_months: within(RETENTION_LIMITS.months),
  countries: z
    .array(countryTerm)
    .max(300)
    .refine(isOnceEach, { error: 'must name each country once' })
    .transform((terms) => terms.toSorted((a, b) => compareTexts(a.code, b.code))),
  notice_days: within(RETENTION_LIMITS.noticeDays),
  approval_over: within(RETENTION_LIMITS.approvalOver),
}) satisfies z.ZodType<RetentionSchedule>;

/** The same as an answer shows it. */
export const retentionScheduleView = z.object({
  on: z.boolean(),
  default_months: z.number().int(),
  countries: z.array(z.object({ code: z.string(), months: z.number().int() })),
  notice_days: z.number().int(),
  approval_over: z.number().int(),
});
