import { type Instant, DAY_MS, toInstant, toMs } from '@atelier/domain/kernel.ts';
import { runDueAt, runIdOf } from '@atelier/domain/privacy/decide-retention.ts';
import { SCHEDULE_ID } from '@atelier/domain/privacy/retention-events.ts';
import type {
  ProposalView,
  RetainedView,
  RetentionCounts,
  RetentionPreview,
  RetentionView,
} from '@atelier/contracts/privacy/retention-schema.ts';
import type { RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import { inForceSince, policyAt, policyTimeline } from '@atelier/domain/system/config.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { findUserNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import { readConfig } from '../system/policy-source.queries.ts';
import { findCustomerFacts } from './customer-facts.queries.ts';
import { findOpenRun, hasRunSince, listRetentionRuns } from './retention-runs.queries.ts';
import {
  countJudged,
  listKept,
  listOverdue,
  type AsOf,
  type CountedSite,
  type JudgedCustomer,
} from './retention.queries.ts';

/** What holds, what is proposed, and the newest runs. */
export async function findRetention(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  now: Date,
): Promise<RetentionView> {
  const config = await readConfig(store);
  const { retention: schedule } = policyAt(policyTimeline(config), now.getTime());
  const since = inForceSince(config, 'retention', now.getTime());
  return {
    schedule: writable(schedule),
    next_run_at: schedule.on ? await nextRunAt(db, now.toISOString(), since) : null,
    proposal: await findProposal(db),
    runs: [...(await listRetentionRuns(db))],
  };
}

/** Since when the schedule has been as it is; null where there never was one. */
export const findRetentionSince = async (
  store: Pick<EventStore, 'readStream'>,
  now: Date,
): Promise<Instant | null> => inForceSince(await readConfig(store), 'retention', now.getTime());

/** The schedule that holds, from the log itself: a node's own copy follows a moment later. */
export async function findRetentionInForce(
  store: Pick<EventStore, 'readStream'>,
  now: Date,
): Promise<RetentionSchedule> {
  return policyAt(policyTimeline(await readConfig(store)), now.getTime()).retention;
}

/** The wire's JSON is not readonly. */
const writable = (schedule: RetentionSchedule): RetentionView['schedule'] => ({
  ...schedule,
  countries: [...schedule.countries],
});

/** Today's, which lies back while a worker is about to begin it, or tomorrow's; none while one waits for an approval. */
async function nextRunAt(db: Kysely<Database>, now: Instant, since: Instant | null): Promise<Instant | null> {
  if ((await findOpenRun(db))?.stage === 'waiting') return null;
  if (!(await hasRunSince(db, runIdOf(now)))) return runDueAt(now, since);
  return toInstant(toMs(runDueAt(now, null)) + DAY_MS);
}

async function findProposal(db: Kysely<Database>): Promise<ProposalView | null> {
  const row = await db
    .selectFrom('retention_schedule_row')
    .selectAll()
    .where('id', '=', SCHEDULE_ID)
    .executeTakeFirst();
  if (row === undefined) return null;
  const names = await findUserNames(
    db,
    [row.proposed_by, row.decided_by].filter((id) => id !== null),
  );
  const account = (id: number | null) => ({ id, name: id === null ? '' : (names.get(id) ?? '') });
  return {
    proposal: row.proposal,
    version: row.version,
    schedule: writable(row.schedule),
    previous: writable(row.previous),
    reason: row.reason,
    stage: row.stage,
    proposed_at: row.proposed_at.toISOString(),
    proposed_by: account(row.proposed_by),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_at === null ? null : account(row.decided_by),
  };
}

const SHOWN = 50;

/** Whom the schedule would ask for on this day, and what keeps the others. References and numbers, no names. */
export async function previewRetention(
  db: Kysely<Database>,
  schedule: RetentionSchedule,
  asOf: AsOf,
): Promise<RetentionPreview> {
  const counted = await countJudged(db, schedule, asOf);
  const due = await listOverdue(db, schedule, asOf, { after: null, limit: SHOWN });
  const kept = await listKept(db, schedule, asOf, SHOWN);
  const viewOf = await viewsOf(db, [...due, ...kept], counted);
  const total = countsOf(counted);
  return {
    day: asOf.day ?? null,
    schedule: writable(schedule),
    needs_approval: total.due > schedule.approval_over,
    total,
    sites: sitesOf(counted),
    due: due.map(viewOf),
    kept: kept.map(viewOf),
  };
}

function countsOf(counted: readonly CountedSite[]): RetentionCounts {
  const counts = { due: 0, legal_hold: 0, repair_open: 0, term: 0, requested: 0 };
  for (const { because, customers } of counted)
    if (because !== 'switched_off') counts[because ?? 'due'] += customers;
  return counts;
}

function sitesOf(counted: readonly CountedSite[]): RetentionPreview['sites'] {
  const bySite = Map.groupBy(counted, ({ site_id }) => site_id);
  return [...bySite].flatMap(([site_id, rows]) =>
    rows.slice(0, 1).map(({ name, country }) => ({ site_id, name, country, ...countsOf(rows) })),
  );
}

async function viewsOf(
  db: Kysely<Database>,
  customers: readonly JudgedCustomer[],
  sites: readonly CountedSite[],
): Promise<(customer: JudgedCustomer) => RetainedView> {
  const { deposits } = await findCustomerFacts(
    db,
    customers.map(({ customer_ref }) => customer_ref),
  );
  const numbers = Map.groupBy(deposits, ({ customerRef }) => customerRef);
  const site = new Map(sites.map((each) => [each.site_id, each]));
  return ({ store_id, ...customer }) => ({
    ...customer,
    deposits: (numbers.get(customer.customer_ref) ?? []).map(({ number }) => number),
    site_name: site.get(store_id)?.name ?? '',
    country: site.get(store_id)?.country ?? '',
  });
}
