import { FEED_KINDS } from '@atelier/domain/audit/subjects.ts';
import { countsResponse, feedEntry, type FeedEntry } from '@atelier/contracts/audit/feed-schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
let itemId: number;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'admin', 'auditor']);
  itemId = await calls.received();
  await calls.call('admin', 'POST', '/user/create', {
    email: 'canary-4417@demo.test',
    name: 'Nina Canary',
    last_name: 'Canary',
    user_type: 'shop',
    site_id: calls.api.sites.get('LYN'),
    roles: ['#INTRANET::FRONT_shop'],
    password: 'a long enough one',
  });
});
afterAll(() => calls.api.close());

const page = z.object({ data: z.array(feedEntry), next: z.number().nullable() });
async function feed(query = '', who: 'auditor' | 'admin' = 'auditor') {
  await calls.api.world.settle();
  const reply = await calls.call(who, 'GET', `/audit/feed?page_size=200${query}`);
  expect(reply.status).toBe(200);
  return page.parse(reply.body);
}
const positions = (entries: readonly FeedEntry[]) => entries.map(({ position }) => position);

describe('what happened at all sites', () => {
  it('is listed newest first, with what, who, where and the number of what it happened to', async () => {
    const { data } = await feed();
    expect(positions(data)).toEqual(positions(data).toSorted((a, b) => b - a));
    const move = data.find(
      ({ stream, to_status: to }) => stream === `item-${itemId}` && to === Status.ReceiveFromShop,
    );
    expect(move).toMatchObject({
      kind: 'item',
      type: 'ItemStatusChanged',
      actor_id: calls.api.users.warehouse,
      subject: (await calls.rowOf('paris', itemId)).number,
    });
    expect(JSON.stringify(data)).not.toMatch(/canary-4417|Canary/);
  });

  it('is paged without gaps, and every event is of one kind', async () => {
    const whole = (await feed()).data;
    const seen: number[] = [];
    for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null;) {
      const reply = await calls.call('auditor', 'GET', `/audit/feed?page_size=7&before=${before}`);
      const { data, next } = page.parse(reply.body);
      seen.push(...positions(data));
      before = next;
    }
    expect(seen).toEqual(positions(whole));
    const byKind: FeedEntry[][] = [];
    for (const kind of FEED_KINDS) byKind.push((await feed(`&kind=${kind}`)).data);
    expect(
      byKind
        .flat()
        .map(({ position }) => position)
        .toSorted((a, b) => b - a),
    ).toEqual(seen);
  });

  it('is narrowed to a site, a person and a span', async () => {
    const all = (await feed()).data;
    const paris = (await feed(`&site=${calls.api.sites.get('PAR')}`)).data;
    expect(paris.length).toBeGreaterThan(0);
    expect(positions(paris)).toEqual(positions(all.filter(({ site }) => site === 'Paris Vendôme')));
    const person = calls.api.users.warehouse;
    const hers = (await feed(`&person=${person}`)).data;
    expect(positions(hers)).toEqual(positions(all.filter(({ actor_id: id }) => id === person)));
    expect((await feed('&to=2001-01-01T00:00:00Z')).data).toEqual([]);
    expect((await feed('&from=2001-01-01T00:00:00Z')).data).toHaveLength(all.length);
  });

  it('ends at a past moment: nothing that happened later, or was not known yet', async () => {
    const all = (await feed()).data;
    const middle = all[Math.floor(all.length / 2)];
    if (middle === undefined) throw new Error('nothing happened');
    const moment = middle.recorded_at;
    const then = (await feed(`&as_of=${moment}`)).data;
    expect(positions(then)).toContain(middle.position);
    expect(positions(then)).not.toContain(all[0]?.position);
    const known = (await feed(`&known_at=${moment}`)).data;
    expect(known.length).toBeLessThan(all.length);
    expect(known.every(({ recorded_at: at }) => Date.parse(at) <= Date.parse(moment))).toBe(true);
    expect((await feed('&as_of=2001-01-01T00:00:00Z')).data).toEqual([]);
    const ahead = await calls.call('auditor', 'GET', '/audit/feed?as_of=2999-01-01T00:00:00Z');
    expect(ahead).toMatchObject({ status: 400, body: { errors: [{ path: 'as_of' }] } });
  });

  it('is searched for one record, and for what an account did', async () => {
    const all = (await feed()).data;
    const own = (await feed(`&subject=item-${itemId}`)).data;
    expect(own.length).toBeGreaterThan(1);
    expect(positions(own)).toEqual(positions(all.filter(({ stream }) => stream === `item-${itemId}`)));
    const person = calls.api.users.warehouse;
    const hers = (await feed(`&subject=user-${person}`)).data;
    expect(positions(hers)).toEqual(
      positions(all.filter(({ actor_id: id, stream }) => id === person || stream === `user-${person}`)),
    );
    const reply = await calls.call('auditor', 'GET', '/audit/feed?subject=item-0');
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'subject' }] } });
  });

  it('is counted by kind and by day, in the span and at the site that are asked for', async () => {
    const counted = async (query = '') => {
      const reply = await calls.call('auditor', 'GET', `/audit/counts?zone=Asia/Tokyo${query}`);
      return countsResponse.parse(reply.body).data;
    };
    for (const query of ['', `&site=${calls.api.sites.get('PAR')}`, '&to=2001-01-01T00:00:00Z']) {
      const { data } = await feed(query);
      const found = await counted(query);
      const sums = Object.fromEntries(found.kinds.map(({ kind, count }) => [kind, count]));
      const seen = Object.fromEntries(
        FEED_KINDS.map((kind) => [kind, data.filter((each) => each.kind === kind).length]),
      );
      expect(sums).toEqual(seen);
      expect(found.days.reduce((sum, { count }) => sum + count, 0)).toBe(data.length);
      expect(found.since).toBeNull();
    }
    const reply = await calls.call('auditor', 'GET', '/audit/counts?zone=Mars/Base');
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'zone' }] } });
  });

  it('says which field of a wrong question is wrong', async () => {
    const reply = await calls.call('auditor', 'GET', '/audit/feed?kind=nothing');
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'kind' }] } });
    expect((await calls.call('paris', 'GET', '/audit/feed')).status).toBe(403);
  });
});
