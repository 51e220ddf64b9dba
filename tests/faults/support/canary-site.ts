import { join } from 'node:path';
import { must } from '@atelier/api/testing/testing-reply.ts';
import type { Call } from '@atelier/api/testing/testing-people.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { WEBHOOK_TYPES } from '@atelier/domain/webhooks/contract.ts';
import { vaultPlaceOf } from '@atelier/key-vault/vault-place.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { servicesWithRules, setSender, switchOn } from '@atelier/workers/messages/testing-messages.ts';
import type { Pool } from 'pg';
import { ensureLogKey } from '@atelier/console/log-key.ts';
import { textsOf } from './canary-fields.ts';
import { DIGITS, WORD, type Canary } from './canary-people.ts';
import type { Site } from './site.ts';

/** The hour in which nodes of a release without a vault may run beside it is over; workers seal the log from now on. */
export async function sealFromNowOn({ pool, database, apis, workers }: Site): Promise<void> {
  await pool.query('update key_vault set wraps_from = now()');
  ensureLogKey(undefined, database.folder);
  const nodes = [...apis, ...workers];
  await Promise.all(nodes.map((node) => node.end('SIGTERM')));
  await Promise.all(nodes.map((node) => node.start()));
}

/** Messages to customers, and an endpoint that takes every type of delivery. */
export async function switchEverythingOn({ world }: Site, call: Call, hooksUrl: string): Promise<void> {
  const { services, rules } = await servicesWithRules(world, { now: () => new Date() });
  await setSender(services, 'atelier@maison.test');
  await switchOn(services);
  await rules.stop();
  const wanted = { name: 'Web shop', url: hooksUrl, types: WEBHOOK_TYPES, site_id: null };
  await must(call('admin', 'POST', '/webhook/create', wanted));
}

/** A store with the vault of a site, over its database or a copy of it. */
export async function withStore<T>(
  { database }: Pick<Site, 'database'>,
  url: string,
  work: (store: EventStore, pool: Pool) => Promise<T>,
): Promise<T> {
  const pool = createPool({ connectionString: url, role: 'owner', max: 2 });
  const vault = vaultPlaceOf({}, join(database.folder, 'master.key'));
  const store = await openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY, vault });
  try {
    return await work(store, pool);
  } finally {
    await store.close();
    await pool.end();
  }
}

/** `type.path` of the texts in which the log holds a word or a number of these people. */
export function textsTold(site: Site, people: readonly Canary[]): Promise<ReadonlySet<string>> {
  const ids = new Set(people.map(({ digits }) => digits.slice(DIGITS.length)));
  const pattern = new RegExp(`(?:${WORD}|${DIGITS})(\\d{5})`);
  return withStore(site, site.database.adminUrl, (store) =>
    textsOf(store, (text) => ids.has(pattern.exec(text)?.[1] ?? '')),
  );
}

/** The register of customers, as an administrator imports it. */
export async function importRegister(url: string, token: string, file: string): Promise<void> {
  const body = new FormData();
  body.append('set', 'customers');
  body.append('dry_run', 'false');
  body.append('file', new Blob([file], { type: 'text/csv' }), 'customers.csv');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/reference/import`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(await answer.text());
}

/** Answers of customers for their fees, as their page sends them: each from a separate address, behind a proxy that is trusted. */
export function answersOn(url: string): (body: object) => Promise<void> {
  let last = 0;
  return async (body) => {
    last += 1;
    const address = `198.18.${last >> 8}.${last & 255}`;
    const answer = await fetch(`${url}/api/fee/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
}
