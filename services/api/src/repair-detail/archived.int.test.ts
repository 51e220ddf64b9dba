import { proofToken } from '@atelier/application/audit/piece-proof.queries.ts';
import { OTHER_READERS } from '@atelier/application/platform/log-readers.queries.ts';
import { ENDED_STREAMS } from '@atelier/application/repair/ended-streams.queries.ts';
import { randomStories, writeStories } from '@atelier/application/projections/testing-histories.ts';
import { isFinal } from '@atelier/domain/shared/status.ts';
import { detachEvents } from '@atelier/event-store/archive/detach-events.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiWorld, bearer, signInAs, type ApiWorld } from '../testing/testing-api.ts';

let api: ApiWorld;
let folder: string;
let get: (url: string) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
let post: (url: string, payload: object) => ReturnType<typeof get>;
let ended: number[];
let open: number[];

/** Eighty deposits, whose ended pieces lie in an archive. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-archived-'));
  api = await openApiWorld();
  const owner = createPool({ connectionString: api.world.database.connectionString, role: 'owner', max: 2 });
  await owner.query(`update event_partitions set upper_position = 500 where lower_position = 0`);
  await owner.query('alter table events detach partition events_000000000000');
  await owner.query('alter table events attach partition events_000000000000 for values from (0) to (500)');
  const { app } = await api.node();
  await writeStories(api.world.store, randomStories({ seed: 3, deposits: 80, steps: 25, stores: [1] }));
  await api.world.settle();
  const manifest = await detachEvents(
    { owner, folder, endedStreams: ENDED_STREAMS, readers: OTHER_READERS },
    500,
  );
  if (manifest?.name !== 'log-1-to-500') throw new Error('nothing was moved');
  const { rows } = await owner.query<{ id: number }>(
    `select substr(stream_id, 6)::bigint as id from streams where archive is not null order by 1`,
  );
  ended = rows.map(({ id }) => id);
  await owner.end();
  const items = await api.world.projector.selectFrom('item_row').select(['id', 'status']).execute();
  open = items.filter(({ status }) => !isFinal(status)).map(({ id }) => id);
  const headers = bearer(await signInAs(app, 'paris'));
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const reply = await app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
  };
  get = (url) => call('GET', url);
  post = (url, payload) => call('POST', url, payload);
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

it('says where the history of a piece lies whose events were moved to an archive', async () => {
  expect(ended.length).toBeGreaterThan(0);
  for (const id of ended) {
    const { status, body } = await get(`/rma/history?rma_item_id=${id}`);
    expect([status, body['data'], body['archive']]).toEqual([200, [], 'log-1-to-500']);
  }
});

it('goes on with every piece that has not ended', async () => {
  expect(open.length).toBeGreaterThan(0);
  for (const id of open) {
    const { status, body } = await get(`/rma/history?rma_item_id=${id}`);
    expect([status, body['archive']]).toEqual([200, undefined]);
    expect(body['total']).toBeGreaterThan(0);
  }
});

it('lists the archived pieces as before, and refuses what needs their events with the name of the archive', async () => {
  const [id] = ended;
  const { rma_id: rmaId } = await api.world.projector
    .selectFrom('item_row')
    .select('rma_id')
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow();
  const { status, body } = await get(`/rmalist?rma_id=${rmaId}`);
  expect([status, body['data']]).toMatchObject([200, [{ id, rma_id: rmaId }]]);
  const refused = { status: 404, body: { code: 'archived_history', data: { archive: 'log-1-to-500' } } };
  expect(await get(`/rma/item?rma_item_id=${id}`)).toMatchObject(refused);
  expect(await post('/shopcomment', { id, comment: 'after all' })).toMatchObject(refused);
});

it('says on the proof page that the history was archived, and not where', async () => {
  const [id] = ended;
  const { public_reference: reference } = await api.world.projector
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .select('r.public_reference')
    .where('i.id', '=', id ?? 0)
    .executeTakeFirstOrThrow();
  const { status, body } = await get(`/proof/${proofToken(reference, id ?? 0)}`);
  expect([status, body['code'], body['data']]).toEqual([404, 'archived_history', null]);
  expect((await get(`/proof/${proofToken('another', id ?? 0)}`)).body['code']).toBe('not_found');
});
