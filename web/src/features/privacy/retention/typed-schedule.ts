import type { RetentionSchedule } from '@atelier/domain/shared/retention.ts';

/** A schedule as its fields hold it. */
export interface TypedSchedule {
  on: boolean;
  default_months: string;
  countries: { code: string; months: string }[];
  notice_days: string;
  approval_over: string;
  reason: string;
}

export const typedOf = (schedule: RetentionSchedule): TypedSchedule => ({
  on: schedule.on,
  default_months: String(schedule.default_months),
  countries: schedule.countries.map(({ code, months }) => ({ code, months: String(months) })),
  notice_days: String(schedule.notice_days),
  approval_over: String(schedule.approval_over),
  reason: '',
});

export const scheduleOf = (typed: TypedSchedule): RetentionSchedule => ({
  on: typed.on,
  default_months: Number(typed.default_months),
  countries: typed.countries.map(({ code, months }) => ({ code, months: Number(months) })),
  notice_days: Number(typed.notice_days),
  approval_over: Number(typed.approval_over),
});
