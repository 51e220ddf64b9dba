import type { Call } from '@atelier/api/testing/testing-people.ts';
import { must } from '@atelier/api/testing/testing-reply.ts';
import { MOST_CUSTOMERS } from '@atelier/domain/privacy/contract.ts';
import type { Site } from './site.ts';
import { until } from './until.ts';

/** Until projections and policies have done what the log asks of them. */
export async function caughtUp({ pool }: Pick<Site, 'pool'>): Promise<void> {
  await until(
    'projections',
    async () => {
      const { rows } = await pool.query<{ behind: string }>(
        `select (select position from log_horizon) - min(position) as behind from projection_checkpoints`,
      );
      return Number(rows[0]?.behind ?? 1) <= 0;
    },
    120_000,
  );
}

/** Every figure that screens count by. */
export async function figuresNow({ pool }: Pick<Site, 'pool'>, call: Call): Promise<string> {
  const stats = await must(call('paris', 'GET', '/dashboard/stats'));
  const { rows } = await pool.query<{ figures: unknown }>(
    `select jsonb_build_object(
       'status', (select jsonb_agg(to_jsonb(c) - 'position' order by c::text) from status_counters c),
       'created', (select jsonb_agg(to_jsonb(c) - 'position' order by c::text) from create_counters c),
       'spans', (select count(*) from item_spans), 'custody', (select count(*) from custody_spans),
       'items', (select count(*) from item_row), 'deposits', (select count(*) from rma_row)) as figures`,
  );
  const { position: _, ...counted } = stats.data as { position: number };
  return JSON.stringify([counted, rows[0]?.figures]).replaceAll(/"(as_of|at|now|updated_at)":"[^"]*"/g, '');
}

/** Asked for by one account and approved by another, so many customers at a time as one request takes; the notes are about the first of them. */
export async function eraseAll(
  { pool }: Pick<Site, 'pool'>,
  { ask, approve }: { readonly ask: Call; readonly approve: Call },
  people: readonly { readonly customerRef: string; readonly say: (field: string) => string }[],
): Promise<void> {
  for (let from = 0; from < people.length; from += MOST_CUSTOMERS) {
    const some = people.slice(from, from + MOST_CUSTOMERS);
    const note = (field: string) => some.map(({ say }) => say(field))[0];
    const asked = await must(
      ask('admin', 'POST', '/privacy/erase', {
        customer_refs: some.map(({ customerRef }) => customerRef),
        reason: 'customer_request',
        note: note('wrote'),
      }),
    );
    const { id: request_id } = asked.data as { id: number };
    await must(
      approve('admin', 'POST', '/privacy/erase/decide', {
        request_id,
        decision: 'approve',
        note: note('approved'),
      }),
    );
  }
  await until(
    'all erasures',
    async () => {
      const { rows } = await pool.query<{ left: string }>(
        `select count(*) as left from privacy_request_row where stage in ('requested', 'approved', 'running')`,
      );
      return Number(rows[0]?.left) === 0;
    },
    600_000,
  );
  await caughtUp({ pool });
}
