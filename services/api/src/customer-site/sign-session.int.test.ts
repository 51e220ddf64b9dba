import {
  signSessionReadResponse,
  signSessionResponse,
  type SignedList,
} from '@atelier/contracts/customer-site/sign-schema.ts';
import { sweepSignSessions } from '@atelier/application/customer-site/sign-sessions.commands.ts';
import { SIGN_LIFE_MS } from '@atelier/domain/customer-site/phone-signature.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonName } from '../testing/testing-api.ts';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';

const INK = [
  [
    [0.1, 0.2],
    [0.3, 0.4],
    [0.5, 0.2],
    [0.7, 0.5],
  ],
];
const LIST: SignedList = {
  kind: 'deposit',
  pieces: [
    {
      number: '',
      product_name: 'Solitaire Constellation',
      marks: ['claw bent'],
      weight: 4.82,
      fee: 45_00,
      currency: 'EUR',
    },
  ],
  totals: [{ amount: 45_00, currency: 'EUR' }],
};

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'admin', 'auditor']);
});
afterAll(() => calls.api.close());

const ask = (who: PersonName = 'paris', more: object = {}) =>
  calls.call(who, 'POST', '/sign/session', { ...LIST, language: 'fr', ...more });

async function asked(who: PersonName = 'paris') {
  const { id, link } = dataOf(signSessionResponse.shape.data, await ask(who));
  return { id, token: link.slice(link.lastIndexOf('/') + 1) };
}

let address = 0;
const nextAddress = () => `203.0.113.${(address += 1)}`;
const open = (token: string) => calls.app.inject({ url: `/api/sign/${token}`, remoteAddress: nextAddress() });
const answer = (token: string, more: object = {}) =>
  calls.app.inject({
    method: 'POST',
    url: '/api/sign/answer',
    remoteAddress: nextAddress(),
    payload: { token, strokes: INK, key: 'a-key-of-the-page-1', ...more },
  });
const read = (id: string, who: PersonName = 'paris') => calls.call(who, 'GET', `/sign/session?id=${id}`);
const end = (id: string, who: PersonName = 'paris') => calls.call(who, 'POST', '/sign/session/end', { id });
const rows = async () => {
  const { rows: found } = await calls.api.world.pool.query<{ all: string }>(
    `select s::text as all from sign_sessions s`,
  );
  return found.map(({ all }) => all);
};

describe('a signature on the client’s own phone (product/deposit.md §13)', () => {
  it('shows the list in the client’s language, and brings the strokes to the counter that asked', async () => {
    const { id, token } = await asked();
    expect((await open(token)).json()).toMatchObject({
      data: {
        standing: 'waiting',
        kind: 'deposit',
        language: 'fr',
        pieces: LIST.pieces,
        totals: LIST.totals,
      },
    });
    expect(dataOf(signSessionReadResponse.shape.data, await read(id))).toMatchObject({
      standing: 'waiting',
      strokes: [],
    });
    const signed = await answer(token);
    // A person who reads the same code afterwards no longer sees the list.
    expect(signed.json()).toMatchObject({ data: { standing: 'signed', pieces: [], totals: [] } });
    expect(dataOf(signSessionReadResponse.shape.data, await read(id))).toMatchObject({
      standing: 'signed',
      strokes: INK,
      signer_name: '',
    });
  });

  it('leaves nothing once the counter fetched it, and the code is unknown from then on', async () => {
    const { id, token } = await asked();
    await answer(token);
    expect((await end(id)).status).toBe(200);
    expect((await rows()).some((row) => row.includes(id))).toBe(false);
    expect([
      (await read(id)).status,
      (await open(token)).statusCode,
      (await answer(token)).statusCode,
    ]).toEqual([404, 404, 404]);
  });

  it('keeps list and signature sealed, and of the secret a digest', async () => {
    const { token } = await asked();
    await answer(token, { strokes: [], signer_name: 'Camille Laurent' });
    const kept = (await rows()).join(' ');
    const bytes = Buffer.from('Camille Laurent').toString('hex');
    for (const open of [token, 'Solitaire', 'Camille', bytes, Buffer.from('Solitaire').toString('hex')])
      expect(kept).not.toContain(open);
  });

  it('is read and ended by its own counter alone: another shop’s is unknown', async () => {
    const { id } = await asked();
    expect([(await read(id, 'tokyo')).status, (await end(id, 'tokyo')).status]).toEqual([404, 404]);
    expect((await read(id)).status).toBe(200);
  });

  it('is not asked for by accounts that record no deposit', async () => {
    expect([(await ask('warehouse')).status, (await ask('auditor')).status]).toEqual([403, 403]);
  });

  it('takes one signature: the same one twice counts once, and another one is refused', async () => {
    const { id, token } = await asked();
    const both = await Promise.all([answer(token), answer(token)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const other = await answer(token, { key: 'another-key-of-a-page', strokes: [], signer_name: 'Somebody' });
    expect(other.json()).toMatchObject({ status: 409, code: 'already_signed' });
    expect(dataOf(signSessionReadResponse.shape.data, await read(id))).toMatchObject({ strokes: INK });
  });

  it('takes a typed name, and refuses a slip of the finger', async () => {
    const { token } = await asked();
    for (const given of [{ strokes: [] }, { strokes: [[[0.1, 0.1]]] }, { strokes: [], signer_name: 'X' }])
      expect((await answer(token, given)).json()).toMatchObject({ code: 'signature_required' });
    expect((await answer(token, { strokes: [], signer_name: 'Camille Laurent' })).statusCode).toBe(200);
  });

  it('names no person: a list with a name or a phone is refused', async () => {
    expect((await ask('paris', { fullname: 'Camille Laurent' })).status).toBe(400);
    expect((await ask('paris', { pieces: [{ ...LIST.pieces[0], phone: '+33 6' }] })).status).toBe(400);
  });

  it('shuts a code after twenty attempts', async () => {
    const { token } = await asked();
    const replies = [];
    for (let tried = 0; tried < 21; tried += 1)
      replies.push((await answer(token, { strokes: [] })).statusCode);
    expect(replies.at(0)).toBe(400);
    expect(replies.at(-1)).toBe(429);
  });

  it('ends after a quarter of an hour, and the workers sweep it', async () => {
    const { id } = await asked();
    const { db } = calls.services;
    await sweepSignSessions({ db }, new Date());
    expect((await read(id)).status).toBe(200);
    expect(await sweepSignSessions({ db }, new Date(Date.now() + SIGN_LIFE_MS + 1_000))).toBeGreaterThan(0);
    expect((await read(id)).status).toBe(404);
  });
});
