import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { deposit, newDeposit, PAR } from '@atelier/application/commands/testing-commands.ts';
import { buildPersonExport } from '@atelier/application/privacy/person-export.commands.ts';
import { TEST_NOW } from '@atelier/application/projections/testing.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { messageStream } from '@atelier/domain/messages/events.ts';
import type { Dossier } from '@atelier/domain/privacy/dossier.ts';
import { readableOf } from '@atelier/contracts/privacy/readable.ts';
import { personExportResponse } from '@atelier/contracts/privacy/schema.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { TEXTS } from '@atelier/contracts/locales/texts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personLines } from '../documents/person-lines.ts';
import { wordingOf } from '../documents/wording.ts';
import { bearer, testMetadata } from '../testing/testing-api.ts';
import { openPrivacyWorld, type PrivacyWorld } from './testing-privacy.ts';

const EMAIL = 'copie@fichier.test';
const by = { userId: null, workerId: null };
/** Long before the log got it: recorded by a device without a connection. */
const HAPPENED = '2026-11-18T08:30:00.000Z';

let world: PrivacyWorld;
let ids: { readonly rmaId: number; readonly itemId: number };
let file: Dossier;
beforeAll(async () => {
  world = await openPrivacyWorld();
  const [customer] = await world.api.world.asked({ kind: 'all' }, (trx) =>
    trx
      .selectFrom('customers')
      .selectAll()
      .where('home_site_id', '=', PAR)
      .where('phone_is_from_crm', '=', false)
      .orderBy('id')
      .limit(1)
      .execute(),
  );
  const given = await newDeposit(world.api.world);
  const contact = { ...given.contact, firstName: 'Copie', lastName: 'Fichier', email: EMAIL };
  ids = await deposit(world.services, { ...given, customerId: customer?.id ?? 0, contact });
  const customerRef = `customer-${customer?.id}`;
  await append(`item-${ids.itemId}`, HAPPENED, [
    {
      type: 'CommentAdded',
      data: {
        customerRef,
        commentId: 1,
        commentType: 1,
        text: 'clasp is loose',
        email: null,
        at: HAPPENED,
        by,
      },
    },
    {
      type: 'PaymentRecorded',
      data: {
        customerRef,
        paid: { amount: 18_050, currency: 'EUR' },
        means: 'card',
        reference: 'TX-77',
        at: HAPPENED,
        by,
      },
    },
    {
      type: 'SignatureRecorded',
      data: {
        customerRef,
        kind: 'pickup',
        version: 1,
        signature: await sign(),
        signing: null,
        at: HAPPENED,
        by,
      },
    },
    {
      type: 'ItemHandedOver',
      data: { customerRef, how: 'delivered', signature: null, carrierProof: 'POD-1', at: HAPPENED, by },
    },
  ]);
  await write(customerRef);
  await append(`audit-reading-of-a-test`, HAPPENED, [
    { type: 'AuditReading', data: { subject: `item-${ids.itemId}`, call: 'GET /rma/item', at: HAPPENED } },
  ]);
  file = await fetchFile(customerRef);
});
afterAll(() => world.api.close());

async function append(
  streamId: string,
  occurredAt: string,
  events: readonly { type: string; data: object }[],
) {
  const { store } = world.api.world;
  const history = await store.readStream(streamId);
  const row = inlineRowOf(streamId, [...history.events, ...events]);
  await store.append({
    streams: [{ streamId, expectedVersion: history.version, events, ...(row && { row }) }],
    metadata: { ...testMetadata(), occurredAt },
  });
}

const STROKES = [
  [
    [0.1, 0.2],
    [0.4, 0.61],
  ],
];

/** What `/saveSign` keeps. */
async function sign(): Promise<string> {
  const document = { signer_name: 'Copie Fichier', kind: 'pickup', strokes: STROKES, image: null };
  const { hash } = await world.services.blobs.put(Buffer.from(JSON.stringify(document)), 'application/json');
  return hash;
}

/** A message that was sent to the customer. */
async function write(customerRef: string): Promise<void> {
  const [messageId = 0] = await world.api.world.store.nextIds(1);
  const head = {
    messageId,
    kind: 'ready',
    rmaId: ids.rmaId,
    itemIds: [ids.itemId],
    storeId: PAR,
    customerRef,
  };
  await append(messageStream(messageId), HAPPENED, [
    {
      type: 'MessagePlanned',
      data: {
        ...head,
        cause: 'x',
        fee: null,
        channel: 'email',
        language: 'fr',
        dueAt: HAPPENED,
        at: HAPPENED,
      },
    },
    { type: 'MessageSendingStarted', data: { attempt: 1, until: HAPPENED, at: HAPPENED } },
    { type: 'MessageSent', data: { attempt: 1, customerRef, to: EMAIL, at: HAPPENED } },
  ]);
}

async function fetchFile(customerRef: string): Promise<Dossier> {
  const body = { customer_refs: [customerRef], language: 'fr' };
  const { id } = personExportResponse.parse(await world.call('asker', 'POST', '/privacy/export', body)).data;
  const caller = { actor: SYSTEM, scope: { kind: 'all' }, metadata: testMetadata() } as const;
  expect(await buildPersonExport(world.services, caller, id)).toMatchObject({ ok: true });
  const headers = bearer(world.tokens.asker);
  const answer = await world.node.app.inject({ url: `/api/privacy/export/${id}/file?format=json`, headers });
  expect(answer.statusCode).toBe(200);
  const pdf = await world.node.app.inject({ url: `/api/privacy/export/${id}/file?format=pdf`, headers });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  return answer.json();
}

describe('the file for a person (GDPR Art. 15)', () => {
  it('names payments, deliveries and messages, each when it happened and not when it was recorded', () => {
    const lines = file.readable?.deposits[0]?.lines ?? [];
    const late = lines
      .filter(({ at }) => at === HAPPENED)
      .map(({ kind, what, amount, text }) => [kind, what, amount, text]);
    expect(late).toEqual([
      ['words', expect.any(String), null, 'clasp is loose'],
      ['payment', 'Paiement enregistré', { amount: 18_050, currency: 'EUR' }, 'card · TX-77'],
      ['step', 'Signée', null, null],
      ['delivery', expect.any(String), null, 'POD-1'],
      ['message', 'Message envoyé\u00A0: votre pièce est prête', null, EMAIL],
    ]);
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((a, b) => (a < b ? -1 : 1)));
    const raw = file.deposits[0]?.pieces[0]?.history.find(({ type }) => type === 'PaymentRecorded');
    expect(raw).toMatchObject({ at: HAPPENED, data: { reference: 'TX-77' } });
    expect(Date.parse(raw?.recorded_at ?? '')).toBeGreaterThan(Date.parse(HAPPENED));
  });

  it('holds what the person signed: name, strokes and when', () => {
    expect(file.deposits[0]?.pieces[0]?.signatures).toEqual([
      {
        at: HAPPENED,
        type: 'SignatureRecorded',
        signer: 'Copie Fichier',
        strokes: STROKES,
        image: null,
      },
    ]);
    const lines = personLines(file, wordingOf('fr')).map(({ value }) => value);
    expect(lines.filter((line) => line.startsWith('Copie Fichier')).length).toBeGreaterThan(1);
  });

  it('holds the messages, the record of the register and who was shown the person', () => {
    expect(file).toMatchObject({
      format: 'atelier-person',
      version: 2,
      deposits: [{ messages: [{ kind: 'ready', state: 'sent', channel: 'email', to: EMAIL, at: HAPPENED }] }],
      readings: [{ at: HAPPENED, call: 'GET /rma/item' }],
    });
    expect(file.register).toHaveLength(1);
    expect(file.register?.[0]?.contact['lastname']).toEqual(expect.any(String));
    expect(JSON.stringify(file.about?.sources)).toBe('["counter","register"]');
    expect(file.about?.sites.length).toBeGreaterThan(0);
  });

  it.each(REFERENCE_LANGUAGES)('says purposes, recipients, terms, source and rights in %s', (language) => {
    const { person } = TEXTS[language].documents;
    const words = personLines(
      { ...file, language, readable: readableOf({ ...file, language }) },
      wordingOf(language),
    ).map(({ value }) => value);
    for (const heading of [
      'purposes',
      'categories',
      'recipients',
      'terms',
      'source',
      'rights',
      'automated',
    ] as const)
      expect(words).toContain(person.heading[heading]);
    expect(words.join('\n')).toContain(person.text.rights);
    expect(words.join('\n')).toContain(person.text.source.register);
    expect(words.join('\n')).toMatch(/TX-77[\s\S]*copie@fichier\.test/);
    expect(words.join('\n')).not.toMatch(/\{\{|undefined|null/);
  });

  it('of an earlier version is read by its events', () => {
    const [deposit] = file.deposits;
    if (deposit === undefined) throw new Error('there is no deposit');
    const { messages: _messages, ...before } = deposit;
    const old: Dossier = {
      format: 'atelier-person',
      version: 1,
      made_at: TEST_NOW.toISOString(),
      language: 'en',
      deposits: [before],
    };
    const words = personLines(old, wordingOf('en')).map(({ value }) => value);
    expect(words.join('\n')).toContain('Payment recorded · 180.50 EUR · card · TX-77');
  });
});
