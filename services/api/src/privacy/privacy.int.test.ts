import { deposit, newDeposit } from '@atelier/application/commands/testing-commands.ts';
import { beginErasure } from '@atelier/application/privacy/erasure.commands.ts';
import { buildPersonExport } from '@atelier/application/privacy/person-export.commands.ts';
import {
  erasureResponse,
  erasuresResponse,
  legalHoldResponse,
  legalHoldsResponse,
  personExportResponse,
  personExportsResponse,
  personsResponse,
  type ErasureView,
} from '@atelier/contracts/privacy/schema.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreen } from '../live/testing-screen.ts';
import { bearer, testMetadata } from '../testing/testing-api.ts';
import { contactOf, depositOf, openPrivacyWorld, type PrivacyWorld, type Who } from './testing-privacy.ts';

let world: PrivacyWorld;

beforeAll(async () => {
  world = await openPrivacyWorld();
});
afterAll(() => world.api.close());

const call: PrivacyWorld['call'] = (...asked) => world.call(...asked);

async function find(words: string, who: Who = 'asker') {
  await world.api.world.settle();
  return personsResponse.parse(await call(who, 'POST', '/privacy/find', { words })).data;
}

async function refOf(name: string): Promise<string> {
  const [person] = await find(contactOf(name).email);
  if (person === undefined) throw new Error(`${name} was not found`);
  return person.customer_ref;
}

const ask = async (name: string, more = {}) =>
  call('asker', 'POST', '/privacy/erase', {
    customer_refs: [await refOf(name)],
    reason: 'customer_request',
    note: `${name} wrote a letter`,
    ...more,
  });
const asked = async (name: string): Promise<ErasureView> => erasureResponse.parse(await ask(name)).data;
const decide = (who: Who, request_id: number, decision: 'approve' | 'refuse', note = '') =>
  call(who, 'POST', '/privacy/erase/decide', { request_id, decision, note });
async function requests(who: Who, show = 'waiting'): Promise<readonly ErasureView[]> {
  return erasuresResponse.parse(await call(who, 'GET', `/privacy/requests?show=${show}&page_size=200`)).data;
}

describe('finding a person', () => {
  it('waits for a deposit that is stored and not yet searchable, and says where it could not', async () => {
    const given = await newDeposit(world.api.world);
    await deposit(world.services, { ...given, contact: { ...given.contact, ...contactOf('justnow') } });
    const words = contactOf('justnow').email;
    const options = {
      method: 'POST',
      url: '/api/privacy/find',
      headers: bearer(world.tokens.asker),
    } as const;
    const late = await world.node.app.inject({ ...options, payload: { words } });
    expect([late.json().data, late.headers['x-not-yet-shown']]).toEqual([[], '1']);
    const search = world.node.app.inject({ ...options, payload: { words } });
    const [found] = await Promise.all([search, world.api.world.settle()]);
    expect(personsResponse.parse(found.json()).data.map(({ email }) => email)).toEqual([words]);
  });

  it('goes by email, number and phone, and shows what is held and what stands against an erasure', async () => {
    const { rmaId, itemId } = await depositOf(world, 'anna');
    const [person] = await find('anna@forget.test');
    expect(person).toMatchObject({
      name: 'anna Privé',
      email: 'anna@forget.test',
      deposits: [{ rma_id: rmaId, pieces: 1 }],
      covered: { repairs: 1, pieces: 1 },
      holds: 0,
      open_pieces: [{ item_id: itemId }],
      request: null,
    });
    expect((await find(person?.deposits[0]?.number ?? '')).map((each) => each.customer_ref)).toEqual([
      person?.customer_ref,
    ]);
    expect(await find('nobody@forget.test')).toEqual([]);
    const phone = await find(person?.phone ?? '');
    expect(phone.map((each) => each.customer_ref)).toContain(person?.customer_ref);
  });

  it('is not for auditors and shops', async () => {
    for (const who of ['auditor', 'shop'] as const)
      expect(await call(who, 'POST', '/privacy/find', { words: 'anna@forget.test' })).toMatchObject({
        status: 403,
      });
  });
});

describe('a request (product/privacy.md §2)', () => {
  it('waits for a second person: the one who asked can neither approve nor refuse', async () => {
    await depositOf(world, 'bruno', { taken: true });
    const { id } = await asked('bruno');
    for (const decision of ['approve', 'refuse'] as const)
      expect(await decide('asker', id, decision, 'mine')).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
    const approved = erasureResponse.parse(await decide('decider', id, 'approve'));
    expect(approved.data).toMatchObject({
      stage: 'approved',
      requested_by: { id: world.api.users.admin },
      decided_by: { name: 'decider person' },
    });
    expect(await decide('decider', id, 'approve')).toMatchObject({ code: 'erasure_decided' });
  });

  it('is one per customer', async () => {
    await depositOf(world, 'carla', { taken: true });
    const { id } = await asked('carla');
    expect(await ask('carla')).toMatchObject({ status: 400, code: 'erasure_open' });
    expect(await decide('decider', id, 'refuse', '')).toMatchObject({ code: 'reason_required' });
    expect(await decide('decider', id, 'refuse', 'wrong Carla')).toMatchObject({
      data: { stage: 'refused' },
    });
    const again = await asked('carla');
    expect(await call('asker', 'POST', '/privacy/erase/withdraw', { request_id: again.id })).toMatchObject({
      data: { stage: 'withdrawn' },
    });
  });

  it('waits while a piece is owed, says which, and may be made all the same', async () => {
    const { itemId } = await depositOf(world, 'dora');
    const { id, open_pieces } = await asked('dora');
    expect(open_pieces).toMatchObject([{ item_id: itemId }]);
    expect(await decide('decider', id, 'approve')).toMatchObject({ status: 400, code: 'repair_open' });
  });

  it('refuses what is no customer, no reason, or too long, by its field', async () => {
    const errors = async (body: object) =>
      (await call('asker', 'POST', '/privacy/erase', body)).errors?.map(({ path }: { path: string }) => path);
    expect(await errors({ customer_refs: ['Anna Privé'], reason: 'customer_request' })).toEqual([
      'customer_refs.0',
    ]);
    expect(await errors({ customer_refs: ['rma-1'], reason: 'because' })).toEqual(['reason']);
    expect(await errors({ customer_refs: ['rma-1'], reason: 'unlawful', note: 'x'.repeat(501) })).toEqual([
      'note',
    ]);
    expect(
      await call('asker', 'POST', '/privacy/erase', { customer_refs: ['rma-999999'], reason: 'unlawful' }),
    ).toMatchObject({ status: 404 });
  });

  it('is seen by the auditor, who reads no note and changes nothing', async () => {
    await depositOf(world, 'emil', { taken: true });
    const { id, notes } = await asked('emil');
    expect(notes).toEqual([{ type: 'ErasureRequested', note: 'emil wrote a letter' }]);
    const seen = (await requests('auditor')).find((each) => each.id === id);
    expect(seen).toMatchObject({ reason: 'customer_request', stage: 'requested', notes: [] });
    expect(JSON.stringify(seen)).not.toMatch(/emil|Privé/i);
    for (const who of ['auditor', 'shop'] as const)
      expect(await decide(who, id, 'refuse', 'no')).toMatchObject({ status: 403 });
  });

  it('leaves no name and no note in its rows, streams and jobs', async () => {
    await depositOf(world, 'fanny', { taken: true });
    await asked('fanny');
    const { rows } = await world.api.world.projectorPool.query<{ text: string }>(
      `select r::text as text from privacy_request_row r
       union all select e::text from events e where stream_id like 'privacy-%'`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ text }) => /fanny|letter/i.test(text))).toEqual([]);
  });
});

describe('a legal hold (product/privacy.md §4)', () => {
  it('stops the approval until an approver releases it, with a reason', async () => {
    await depositOf(world, 'gina', { taken: true });
    const { id, customer_refs } = await asked('gina');
    const held = legalHoldResponse.parse(
      await call('asker', 'POST', '/privacy/hold', {
        customer_ref: customer_refs[0],
        reason: 'legal_claim',
        reference: 'RG 26/1234',
      }),
    );
    expect(await decide('decider', id, 'approve')).toMatchObject({ status: 400, code: 'legal_hold' });
    expect((await requests('asker')).find((each) => each.id === id)).toMatchObject({ holds: 1 });
    const { hold_id } = held.data;
    const holds = async (who: Who) => legalHoldsResponse.parse(await call(who, 'GET', '/privacy/holds')).data;
    expect(await holds('asker')).toMatchObject([{ id: hold_id, reference: 'RG 26/1234' }]);
    expect(await holds('auditor')).toMatchObject([{ id: hold_id, reason: 'legal_claim', reference: null }]);
    expect(await call('decider', 'POST', '/privacy/hold/release', { hold_id, note: '' })).toMatchObject({
      status: 400,
    });
    await call('decider', 'POST', '/privacy/hold/release', { hold_id, note: 'judged' });
    expect(await holds('asker')).toEqual([]);
    expect(await decide('decider', id, 'approve')).toMatchObject({ data: { stage: 'approved' } });
  });

  it('and the start of an erasure at the same moment: one of them is refused', async () => {
    const names = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
    for (const name of names) {
      await depositOf(world, name, { taken: true });
      const { id, customer_refs } = await asked(name);
      await decide('decider', id, 'approve');
      const caller = { actor: SYSTEM, scope: { kind: 'all' }, metadata: testMetadata() } as const;
      const [begun, held] = await Promise.all([
        beginErasure(world.services, caller, id),
        call('asker', 'POST', '/privacy/hold', { customer_ref: customer_refs[0], reason: 'tax' }),
      ]);
      expect([begun.ok, held.status]).toSatisfy(
        (both: unknown[]) => String(both) === 'true,400' || String(both) === 'false,200',
      );
    }
  });
});

describe('a copy for the person (product/privacy.md §5)', () => {
  it('is handed out as JSON and PDF only to accounts that may ask for erasures', async () => {
    await depositOf(world, 'lena');
    const customer_refs = [await refOf('lena')];
    const asked = personExportResponse.parse(
      await call('asker', 'POST', '/privacy/export', { customer_refs, language: 'ar' }),
    );
    const { id } = asked.data;
    const caller = { actor: SYSTEM, scope: { kind: 'all' }, metadata: testMetadata() } as const;
    expect(await buildPersonExport(world.services, caller, id)).toMatchObject({ ok: true });
    const fetch = (who: Who, format: string) =>
      world.node.app.inject({
        method: 'GET',
        url: `/api/privacy/export/${id}/file?format=${format}`,
        headers: bearer(world.tokens[who]),
      });
    const json = await fetch('asker', 'json');
    expect(json.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(json.json()).toMatchObject({ deposits: [{ contact: { firstname: 'lena' } }] });
    const pdf = await fetch('asker', 'pdf');
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    for (const who of ['auditor', 'shop'] as const) expect((await fetch(who, 'json')).statusCode).toBe(403);
    const listed = personExportsResponse.parse(await call('auditor', 'GET', '/privacy/exports')).data;
    expect(listed.find((each) => each.id === id)).toMatchObject({ state: 'done', reads: 2 });
    expect(JSON.stringify(listed)).not.toContain('lena');
  });
});

describe('an open screen', () => {
  it('is sent that a request was decided elsewhere', async () => {
    await depositOf(world, 'ines', { taken: true });
    const { id } = await asked('ines');
    const screen = await openScreen(world.node.app, world.tokens.auditor, ['privacy']);
    const positionsOf = () =>
      screen.changes.flatMap(({ rows }) => rows.map((row) => Number(row['position'])));
    const before = await screen.until(() => positionsOf().at(-1), 'what stands there');
    await decide('decider', id, 'refuse', 'not hers');
    const isSent = () => positionsOf().some((position) => position > before);
    expect(await screen.until(isSent, 'the decision', 2_500)).toBe(true);
    screen.socket.close();
  });

  it('of a shop is not let in', async () => {
    const screen = await openScreen(world.node.app, world.tokens.shop, []);
    screen.send({ type: 'subscribe', topics: ['privacy'] });
    expect(await screen.until(() => screen.frames.find(({ type }) => type === 'refused'))).toMatchObject({
      topic: 'privacy',
      code: 'forbidden',
    });
    screen.socket.close();
  });
});
