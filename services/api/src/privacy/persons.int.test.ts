import {
  deposit,
  newDeposit,
  repairAndCollect,
  sendToWarehouse,
} from '@atelier/application/commands/testing-commands.ts';
import { beginErasure, finishErasure } from '@atelier/application/privacy/erasure.commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import {
  erasureResponse,
  legalHoldResponse,
  personExportResponse,
  personsResponse,
  type PersonView,
} from '@atelier/contracts/privacy/schema.ts';
import { contactsResponse } from '@atelier/contracts/reference/schema.ts';
import type { Contact } from '@atelier/domain/deposit/events.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, testMetadata } from '../testing/testing-api.ts';
import { openPrivacyWorld, type PrivacyWorld } from './testing-privacy.ts';

let world: PrivacyWorld;
beforeAll(async () => {
  world = await openPrivacyWorld();
});
afterAll(() => world.api.close());

const call: PrivacyWorld['call'] = (...asked) => world.call(...asked);

async function find(words: string): Promise<readonly PersonView[]> {
  await world.api.world.settle();
  return personsResponse.parse(await call('asker', 'POST', '/privacy/find', { words })).data;
}
const searched = async (keyword: string) =>
  contactsResponse.parse(await call('asker', 'POST', '/search_contact', { keyword })).data;

/** Deposited and collected again, for a client who is typed in or registered. */
async function served(contact: Partial<Contact>, customerId: number | null = null, isTaken = true) {
  const given = await newDeposit(world.api.world);
  const made = await deposit(world.services, {
    ...given,
    customerId,
    contact: { ...given.contact, ...contact },
  });
  if (isTaken) await repairAndCollect(world.services, made.itemId);
  return made;
}

/** Rows of the register as its file has them. */
const FILE = [
  'id,firstname,lastname,email,phone_code,phone,phone_is_from_crm,language,country,province_id,city_id,postal_code,address,home_store',
  '990001,Odile,Registre,odile.registre@mail.test,33,677001122,true,fr,FR,,,75001,1 rue du Registre,PAR',
  '990002,Odette,Registre,odette.registre@mail.test,33,677001133,true,fr,FR,,,75001,2 rue du Registre,PAR',
].join('\n');

async function importRegister(): Promise<void> {
  const form = new FormData();
  form.set('set', 'customers');
  form.set('dry_run', '0');
  form.set('file', new Blob([FILE]), 'customers.csv');
  const body = new Response(form);
  const answer = await world.node.app.inject({
    method: 'POST',
    url: '/api/reference/import',
    headers: { ...bearer(world.tokens.asker), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  expect([answer.statusCode, answer.json().data?.imported]).toEqual([200, true]);
}

async function ask(ref: string) {
  const body = { customer_refs: [ref], reason: 'customer_request', note: 'wrote a letter' };
  return erasureResponse.parse(await call('asker', 'POST', '/privacy/erase', body)).data;
}

/** Asked for by one, approved by another, and carried out. */
async function forget(ref: string): Promise<void> {
  const { id: request_id } = await ask(ref);
  const approved = await call('decider', 'POST', '/privacy/erase/decide', {
    request_id,
    decision: 'approve',
  });
  const { customer_refs: customerRefs } = erasureResponse.parse(approved).data;
  const caller = () => ({ actor: SYSTEM, scope: { kind: 'all' } as const, metadata: testMetadata() });
  expect(await beginErasure(world.services, caller(), request_id)).toMatchObject({ ok: true });
  const now = new Date();
  await erasePerson(world.services, { customerRefs, reason: 'customer_request', requestId: request_id, now });
  await finishErasure(world.services, caller(), request_id);
}

describe('a registered customer who never left a piece', () => {
  beforeAll(importRegister);

  it.each(['odile.registre@mail.test', 'ODILE.registre@mail.test', '+33 6 77 00 11 22', 'Odile Registre'])(
    'is found by %s',
    async (words) => {
      expect(await find(words)).toMatchObject([
        {
          customer_ref: 'customer-990001',
          customer_refs: ['customer-990001'],
          registered: true,
          name: 'Odile Registre',
          email: 'odile.registre@mail.test',
          deposits: [],
          open_pieces: [],
        },
      ]);
    },
  );

  it('gets a copy of what is held, and a hold keeps them', async () => {
    const copy = await call('asker', 'POST', '/privacy/export', {
      customer_refs: ['customer-990002'],
      language: 'fr',
    });
    expect(personExportResponse.parse(copy).data.state).toBe('requested');
    const hold = { customer_ref: 'customer-990002', reason: 'authority' };
    expect(
      legalHoldResponse.parse(await call('asker', 'POST', '/privacy/hold', hold)).data.hold_id,
    ).toBeGreaterThan(0);
    const { id: request_id } = await ask('customer-990002');
    const decided = { request_id, decision: 'approve' };
    expect(await call('decider', 'POST', '/privacy/erase/decide', decided)).toMatchObject({
      code: 'legal_hold',
    });
  });

  it('is forgotten, and does not come back with the same file', async () => {
    await forget('customer-990001');
    await importRegister();
    await importRegister();
    expect(await find('odile.registre@mail.test')).toEqual([]);
    expect(await searched('odile.registre@mail.test')).toEqual([]);
    expect(await searched('odette.registre@mail.test')).toHaveLength(1);
    const { rows } = await world.api.world.asked({ kind: 'all' }, (trx) =>
      sql<{ held: string }>`select c::text as held from customers c where id = 990001`.execute(trx),
    );
    expect(rows[0]?.held).not.toMatch(/Odile|odile|677001122|Registre/);
  });

  it('is no customer where neither the register nor a deposit knows them', async () => {
    const body = { customer_refs: ['customer-999999'], reason: 'customer_request' };
    expect(await call('asker', 'POST', '/privacy/erase', body)).toMatchObject({ status: 404 });
  });
});

describe('one person with four deposits', () => {
  const email = 'quatre@depots.test';
  const phone = '677998811';
  it('is one person, one request and one decision, and everything of them goes', async () => {
    await served({ firstName: 'Quatre', email });
    await served({ firstName: 'Quatre', email: email.toUpperCase() });
    await served({ firstName: 'Q.', email: ` ${email}`, phone });
    await served({ firstName: 'Q.', email: null, phone });
    const stranger = await served({ firstName: 'Other', email: 'other@depots.test', phone });
    const [person, ...more] = await find(email);
    expect(more).toEqual([]);
    expect(person?.deposits).toHaveLength(4);
    expect(person?.covered).toMatchObject({ repairs: 4, pieces: 4 });
    const other = person?.customer_refs.find((ref) => ref !== person.customer_ref);
    await forget(other ?? '');
    expect(await find(email)).toEqual([]);
    expect((await find('other@depots.test')).map((each) => each.deposits[0]?.rma_id)).toEqual([
      stranger.rmaId,
    ]);
    const { rows } = await world.api.world.projectorPool.query(
      `select count(*)::int as left from rma_row r where r::text ilike '%quatre%'`,
    );
    expect(rows[0]?.left).toBe(0);
  });

  it('is kept by a hold on one of them, and by a piece that is left later', async () => {
    const again = { firstName: 'Encore', email: 'encore@depots.test' };
    const first = await served(again);
    const { itemId } = await served(again);
    const [person] = await find(again.email);
    const asked = await ask(person?.customer_ref ?? '');
    expect(asked.deposits).toHaveLength(2);
    const held = await call('asker', 'POST', '/privacy/hold', {
      customer_ref: `rma-${first.rmaId}`,
      reason: 'legal_claim',
    });
    const decide = () =>
      call('decider', 'POST', '/privacy/erase/decide', { request_id: asked.id, decision: 'approve' });
    expect(await decide()).toMatchObject({ code: 'legal_hold' });
    const release = { hold_id: legalHoldResponse.parse(held).data.hold_id, note: 'over' };
    await call('decider', 'POST', '/privacy/hold/release', release);
    const late = await served(again, null, false);
    await sendToWarehouse(world.services, [late.itemId], `LATE-${itemId}`);
    await world.api.world.settle();
    expect(await decide()).toMatchObject({ code: 'repair_open' });
  });
});
