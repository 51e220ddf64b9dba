import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { envelope } from '../contract/schema.ts';

/**
 * `GET /dashboard/stats`. Counts are items. The "over" counts are subsets; `next_flip_at` is the next moment at which one
 * of them grows by the clock alone (null when nothing waits), so a screen flips exactly then, without polling.
 */
export const dashboardStats = z.object({
  ready_to_ship: z.number().int(),
  ready_to_ship_over_72h: z.number().int(),
  waiting_for_customer: z.number().int(),
  waiting_for_customer_over_week: z.number().int(),
  /** Pieces with a due reminder and no call since; of these, the escalated ones. */
  to_call: z.number().int(),
  call_escalated: z.number().int(),
  /** Pieces of other shops that wait here because their clients chose this shop; in none of the other counts. */
  here_for_others: z.number().int(),
  sent_to_warehouse: z.number().int(),
  in_transit: z.number().int(),
  in_factory: z.number().int(),
  total: z.number().int(),
  next_flip_at: z.string().nullable(),
  position: z.number().int(),
  as_of: z.string(),
});
export type DashboardStats = z.infer<typeof dashboardStats>;
export const dashboardStatsResponse = envelope(dashboardStats).extend(pastEnvelope);

/** Every dashboard call, now or at a past moment. */
export const dashboardQuery = z.object({
  ...momentQuery,
  min_position: z.coerce.number().int().min(0).optional(),
});

/** `GET /dashboard/create_history`: twelve weeks, oldest first, empty weeks as 0. `CreateWeek` is the server's week plus one = the ISO week. */
export const createHistoryRow = z.object({
  CreateYear: z.number().int(),
  CreateWeek: z.number().int(),
  label: z.string(),
  total: z.number().int(),
});
export const createHistoryResponse = envelope(z.array(createHistoryRow)).extend(pastEnvelope);

/** `GET /dashboard/board?site_id=`: a column per stage with its limit and its oldest piece. */
export const boardColumn = z.object({
  rma_status_id: z.number().int(),
  count: z.number().int(),
  wip_limit: z.number().int().nullable(),
  target_hours: z.number().nullable(),
  /** Past the stage's target by the stage's clock; null at a past moment. */
  late: z.number().int().nullable(),
  oldest_entered_at: z.string().nullable(),
});
export const boardResponse = envelope(
  z.object({
    site: z.object({ id: z.number().int(), name: z.string() }),
    columns: z.array(boardColumn),
    /** The work waiting at each stage: what its bench lists and the menu counts. */
    waiting: z.array(z.object({ rma_status_id: z.number().int(), count: z.number().int() })),
    position: z.number().int(),
  }),
).extend(pastEnvelope);
export type BoardColumn = z.infer<typeof boardColumn>;
