import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { feeLinkWaysResponse } from '@atelier/contracts/repair/fee-link-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiWorld } from '../testing/testing-api.ts';
import { Calls } from '../testing/testing-calls.ts';
import { signInPeople } from '../testing/testing-people.ts';
import { dataOf, must } from '../testing/testing-reply.ts';
import { FeeLinks } from './testing-fee-links.ts';

let calls: Calls;
let links: FeeLinks;
beforeAll(async () => {
  const api = await openApiWorld();
  const config = {
    mailUrl: 'smtp://127.0.0.1:9',
    messageGateway: { channel: 'whatsapp', secretFile: '/nowhere' },
  } as const;
  const { app } = await api.node({ config });
  calls = new Calls(api, app, (await signInPeople(app, ['paris', 'tokyo', 'factory', 'admin'])).call);
  links = new FeeLinks(calls);
});
afterAll(() => calls.api.close());

const waysOf = async (itemId: number) =>
  dataOf(
    feeLinkWaysResponse.shape.data,
    await calls.call('paris', 'GET', `/rma/fee/link/ways?rma_item_id=${itemId}`),
  );
const send = (itemId: number, way = 'email', headers: object = {}, who: 'paris' | 'tokyo' = 'paris') =>
  calls.call(who, 'POST', '/rma/fee/link/send', { rma_item_id: itemId, way }, headers);
const madeFor = async (itemId: number) =>
  (await calls.api.world.store.readStream(`item-${itemId}`)).events.filter(
    ({ type }) => type === 'FeeLinkMade',
  );

describe('the link to a fee, sent by its shop (product/repair.md §12.1)', () => {
  it('says why nothing can be sent, and sends nothing, until messages are on and have a sender', async () => {
    const itemId = await calls.received({ purchaseDate: '2019-01-10', maintenanceAmount: 4_000 });
    await must(links.charge(itemId, 7_000));
    expect(await waysOf(itemId)).toMatchObject([
      { way: 'email', why: 'off' },
      { way: 'phone', why: 'off' },
    ]);
    await calls.configure('messages_on', true);
    await calls.configure('message_quiet_from', 0);
    await calls.configure('message_quiet_until', 0);
    expect(await waysOf(itemId)).toMatchObject([{ why: 'no_sender' }, { why: 'no_sender' }]);
    expect(await send(itemId)).toMatchObject({ status: 409, code: 'message_not_possible' });
    expect(await madeFor(itemId)).toEqual([]);
    const sender = { site_id: null, name: 'Maison', address: 'atelier@maison.test' };
    await must(calls.call('admin', 'POST', '/system/messages/sender', sender));
    expect(await waysOf(itemId)).toEqual([
      { way: 'email', channel: 'email', why: null, due_at: null },
      { way: 'phone', channel: 'whatsapp', why: null, due_at: null },
    ]);
  });

  it('the same press sent twice is one link, marked as sent by message, with only its hash kept', async () => {
    const itemId = await links.asked();
    const headers = { 'idempotency-key': 'a-press-of-paris-1' };
    const replies = await Promise.all([send(itemId, 'phone', headers), send(itemId, 'phone', headers)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const made = await madeFor(itemId);
    expect(made).toMatchObject([{ data: { way: 'message', message: { to: 'phone' } } }]);
    expect(Object.keys(made[0]?.data ?? {}).toSorted()).toEqual(
      ['at', 'by', 'fee', 'linkHash', 'message', 'way'].toSorted(),
    );
    expect(JSON.stringify(replies)).not.toContain('/fee/');
  });

  it('says when quiet hours hold it back', async () => {
    const itemId = await links.asked();
    const hour = Number(
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Paris' }).format(),
    );
    // Quiet hours around now, and never 0 to 0: a setting that does not change is refused.
    await calls.configure('message_quiet_from', hour === 0 ? 23 : hour);
    await calls.configure('message_quiet_until', hour >= 22 ? 2 : hour + 2);
    const [byMail] = await waysOf(itemId);
    expect(byMail?.why).toBeNull();
    expect(Date.parse(byMail?.due_at ?? '')).toBeGreaterThan(Date.now());
    await calls.configure('message_quiet_from', 0);
    await calls.configure('message_quiet_until', 0);
  });

  it('is refused after an opt-out and an erasure, and unknown to other shops', async () => {
    const itemId = await links.asked();
    expect((await send(itemId, 'email', {}, 'tokyo')).status).toBe(404);
    const path = `/rma/fee/link/ways?rma_item_id=${itemId}`;
    expect((await calls.call('tokyo', 'GET', path)).status).toBe(404);
    expect((await calls.call('factory', 'GET', path)).status).toBe(403);
    await must(calls.call('paris', 'POST', '/messages/choice', { rma_item_id: itemId, declined: true }));
    expect(await waysOf(itemId)).toMatchObject([{ why: 'opted_out' }, { why: 'opted_out' }]);
    expect(await send(itemId)).toMatchObject({ status: 409 });
    const { events } = await calls.api.world.store.readStream(`rma-${await calls.rmaOf(itemId)}`);
    const customerRef = String(Reflect.get(events[0]?.data ?? {}, 'customerRef'));
    await erasePerson(
      { ...calls.api.world, blobs: calls.services.blobs },
      { customerRefs: [customerRef], reason: 'GDPR', requestId: 1, now: new Date() },
    );
    expect(await waysOf(itemId)).toMatchObject([{ why: 'erased' }, { why: 'erased' }]);
  });
});
