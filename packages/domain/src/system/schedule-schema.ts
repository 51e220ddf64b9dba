import { z } from 'zod';
import { INTERVAL_MINUTES, TIME_OF_DAY, type Schedule } from '../shared/schedule.ts';

const timeOfDay = z.string().regex(TIME_OF_DAY);

export const schedule = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('off') }),
  z.strictObject({ mode: z.literal('interval'), minutes: z.literal(INTERVAL_MINUTES) }),
  z.strictObject({ mode: z.literal('daily'), at: timeOfDay }),
  z.strictObject({ mode: z.literal('weekly'), day: z.number().int().min(1).max(7), at: timeOfDay }),
]) satisfies z.ZodType<Schedule>;
