import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deposit, newDeposit } from '@atelier/application/commands/testing-commands.ts';
import { choiceToken, findDeclinedWays } from '@atelier/application/messages/choice.queries.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { signatureOf } from '@atelier/application/shared/webhook-signature.ts';
import { rmaAggregate } from '@atelier/application/aggregates.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiWorld } from '../testing/testing-api.ts';
import { Calls } from '../testing/testing-calls.ts';
import { signInPeople } from '../testing/testing-people.ts';

const SECRET = 'the secret of gateway and house';
let calls: Calls;
let other: Calls;
beforeAll(async () => {
  const api = await openApiWorld();
  const secretFile = join(await mkdtemp(join(tmpdir(), 'atelier-inbound-')), 'secret');
  await writeFile(secretFile, `${SECRET}\n`);
  const { app } = await api.node({ config: { messageGateway: { channel: 'sms', secretFile } } });
  const without = await api.node();
  calls = new Calls(api, app, (await signInPeople(app, ['paris'])).call);
  other = new Calls(api, without.app, calls.call);
});
afterAll(() => calls.api.close());

interface Reply {
  readonly id: string;
  readonly from: string;
  readonly text: string;
  readonly at: Date;
  readonly secret: string;
  /** What arrives in its place. */
  readonly sent: string;
}
async function reply(given: Partial<Reply> & Pick<Reply, 'from'>, { app, api } = calls) {
  await api.world.settle();
  const { id = `gw-${Math.random()}`, text = 'STOP', at = new Date(), secret = SECRET } = given;
  const body = JSON.stringify({ type: 'message', channel: 'sms', from: given.from, text });
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,AAAA ${signatureOf(secret, { id, timestamp, body })}`,
  };
  const payload = given.sent ?? body;
  return app.inject({ method: 'POST', url: '/api/messages/inbound', headers, payload });
}
const deposited = async (phone: string) => {
  const given = await newDeposit(calls.api.world);
  const contact = { ...given.contact, email: null, phoneCode: '+33', phone };
  return (await deposit(calls.services, { ...given, contact })).rmaId;
};
async function isDeclined(rmaId: number): Promise<boolean> {
  const { store } = calls.api.world;
  const rma = rmaAggregate.stateOf((await store.readStream(`rma-${rmaId}`)).events);
  if (rma.kind !== 'rma') throw new Error('there is no deposit');
  return (await findDeclinedWays(store, TEST_KEY, rma.customerRef, rma.contact)).phone;
}

describe('replies from the gateway (product/messages.md §5)', () => {
  it('a stop word ends messages to the number, however the shop typed it, and to no other', async () => {
    const [mine, theirs] = [await deposited('06 12 00 00 01'), await deposited('06 12 00 00 02')];
    expect((await reply({ from: '+33612000001', text: 'Arrêt.' })).json()).toMatchObject({
      status: 200,
      data: { outcome: 'opted_out' },
    });
    expect([await isDeclined(mine), await isDeclined(theirs)]).toEqual([true, false]);
  });

  it('any other text, also one that holds a stop word, ends nothing', async () => {
    const rmaId = await deposited('06 12 00 00 03');
    for (const text of ['When will my ring be ready?', 'Please stop at noon'])
      expect((await reply({ from: '+33612000003', text })).statusCode).toBe(200);
    expect(await isDeclined(rmaId)).toBe(false);
  });

  it('a reply that the gateway repeats does not undo what the customer chose after it', async () => {
    const rmaId = await deposited('06 12 00 00 04');
    const stop = { id: 'gw-repeated', from: '+33612000004' };
    await reply(stop);
    const wanted = await calls.app.inject({
      method: 'POST',
      url: `/api/messages/choice/${choiceToken(TEST_KEY, rmaId)}`,
      payload: { declined: false },
    });
    expect(wanted.statusCode).toBe(200);
    expect((await reply(stop)).statusCode).toBe(200);
    expect(await isDeclined(rmaId)).toBe(false);
  });

  it('what is not signed by the secret, now, over this body is refused', async () => {
    const rmaId = await deposited('06 12 00 00 05');
    const from = '+33612000005';
    const sent = JSON.stringify({ type: 'message', channel: 'sms', from, text: 'STOP ' });
    const refused = [
      await reply({ from, secret: 'another' }),
      await reply({ from, at: new Date(Date.now() - 600_000) }),
      await reply({ from, at: new Date(Date.now() + 600_000) }),
      await reply({ from, sent }),
      await reply({ from, id: '' }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
    expect((await reply({ from }, other)).statusCode).toBe(404);
    expect(await isDeclined(rmaId)).toBe(false);
  });
});
