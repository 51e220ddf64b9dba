import { DAY_MS, HOUR_MS } from '@atelier/domain/kernel.ts';
import type { Random } from '../reference/random.ts';
import { WEEK_MS } from './ages.ts';
import { weekOf } from './demo-past.ts';
import { laterAtWork } from './hours.ts';
import type { Planner } from './planner.ts';
import { planThrough } from './through.ts';

/** Reasons that most kinds of jewels come with, at shops that send to Shenzhen. */
const REASONS = [4, 3] as const;
const SHOPS = ['SHA', 'BJS'] as const;
/** Weeks ago: long enough a past for the defect radar to judge the weeks of the chart, in which there is more of everything. */
const [FIRST, LAST] = [56, 13];

/** Two pieces a week for two reasons, all over: the past that the defect radar judges by (docs/product/insight.md §5). */
export function planRadar(planner: Planner, random: Random): void {
  for (let weeksAgo = FIRST; weeksAgo >= LAST; weeksAgo -= 1)
    for (const code of SHOPS) {
      const shop = planner.facts.site(code);
      const day = weekOf(planner.now, weeksAgo) + random.int(0, 4) * DAY_MS;
      const depositAt = laterAtWork(day + random.int(0, 12) * HOUR_MS, shop.time_zone);
      const given = [planner.customers.bringWith(shop, depositAt, REASONS)];
      planThrough(planner, shop, depositAt, 1, { given, endsBy: planner.now - WEEK_MS });
    }
}
