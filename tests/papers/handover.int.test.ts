import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openPackages, type PackageWorld } from '@atelier/api/shipping/testing-packages.ts';
import type { PersonName } from '@atelier/api/testing/testing-api.ts';
import { handClock, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import { formatVerifierKey, signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readPaper, tight } from './paper-reader.ts';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-handover-'));
const signer = signerKey('atelier.test/api/log', 'log', generateKeyPairSync('ed25519').privateKey);
const logKey = formatVerifierKey(signer.verifier);
let world: PackageWorld;
let collected: { itemId: number; number: string };

beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse', 'admin']);
  collected = await world.journey.waiting();
  await world.journey.collect(collected.itemId);
  await seal();
  const verifier = new URL('../../web/public/atelier-verify.mjs', import.meta.url);
  copyFileSync(verifier, join(folder, 'atelier-verify.mjs'));
});
afterAll(async () => {
  await world.api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function seal(): Promise<void> {
  await world.api.world.settle();
  await sealLog(world.api.world.projectorPool, { signer });
}

async function paper(itemId: number, query = '', who: PersonName = 'paris') {
  const answer = await world.app.inject({
    url: `/api/item/${itemId}/handover${query}`,
    headers: world.people.headersOf(who),
  });
  return { status: answer.statusCode, bytes: answer.rawPayload, json: () => answer.json<{ code: string }>() };
}

/** The address in the code of a piece's paper, as a phone reads it. */
async function scanned(itemId: number): Promise<string> {
  const [page] = await readPaper((await paper(itemId)).bytes, 150);
  return page?.codes[0]?.text ?? '';
}

const tokenIn = (url: string): string => url.split('/').at(-1) ?? '';
/** A public request, without an account. */
const proofOf = (token: string) => world.app.inject({ url: `/api/proof/${token}` });

interface Proof {
  readonly erased: boolean;
  readonly returned: boolean;
  readonly events: readonly { readonly step: number; readonly type: string; readonly leaf?: string }[];
}

async function verify(text: string, key = logKey): Promise<{ code: number; said: string }> {
  writeFileSync(join(folder, 'proof.json'), text);
  const args = [join(folder, 'atelier-verify.mjs'), join(folder, 'proof.json'), '--key', key];
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );
}

/** What the deposit of these tests says of its customer. */
const CANARIES = ['Camille', 'Laurent', '612345678', 'ruedelaPaix', 'camille@laurent.test'];

describe('the paper that goes home with a piece', () => {
  it.each(REFERENCE_LANGUAGES)(
    'says what was done and when, and names no person, in %s',
    async (language) => {
      const [page, care, ...others] = await readPaper(
        (await paper(collected.itemId, `?language=${language}`)).bytes,
        150,
      );
      expect(others).toEqual([]);
      const text = tight(page?.text ?? '');
      for (const canary of CANARIES) expect(tight(care?.text ?? canary)).not.toContain(canary);
      for (const words of [collected.number, world.sku, tight(logKey)]) expect(text).toContain(words);
      for (const canary of CANARIES) expect(text).not.toContain(canary);
      for (const white of Object.values(page?.white ?? { none: 0 })) expect(white).toBeGreaterThan(6);
      expect(page?.codes.map(({ format }) => format)).toEqual(['QRCode']);
    },
  );

  it('is in the language of its owner unless another is asked for', async () => {
    const piece = await world.journey.repaired({}, { language: 'es' });
    await world.journey.sendHome([piece.itemId], `BACK-${piece.itemId}`);
    await world.journey.scanTo('paris', piece.itemId, 15);
    const [page] = await readPaper((await paper(piece.itemId)).bytes, 150);
    expect(tight(page?.text ?? '')).toContain('Entregadesujoya');
  });

  it('is refused while the piece is not back, and unknown to other shops and other people', async () => {
    const { itemId } = await world.journey.deposit();
    const early = await paper(itemId);
    expect([early.status, early.json().code]).toEqual([400, 'not_ready']);
    expect((await paper(collected.itemId, '', 'tokyo')).status).toBe(404);
    expect((await paper(collected.itemId, '', 'warehouse')).status).toBe(403);
    expect((await world.app.inject({ url: `/api/item/${collected.itemId}/handover` })).statusCode).toBe(401);
  });

  it('goes home with a cancelled piece too, and says so', async () => {
    const { itemId } = await world.journey.deposit();
    await world.journey.move('paris', itemId, 20, { reason: 'kept as it is' });
    const [page] = await readPaper((await paper(itemId, '?language=en')).bytes, 150);
    expect(tight(page?.text ?? '')).toContain(tight('The repair was cancelled.'));
    expect((await proofOf(tokenIn(await scanned(itemId)))).json<Proof>().events).toMatchObject([{ step: 1 }]);
  });

  it('can be looked at as a picture first', async () => {
    const picture = await paper(collected.itemId, '?format=png');
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect((await paper(collected.itemId, '?format=png&page=2')).status).toBe(200);
    expect((await paper(collected.itemId, '?format=png&page=3')).status).toBe(404);
  });
});

describe('the proof that its code leads to (decisions/0166)', () => {
  it('shows the public the steps of the customer’s page, proven, and nothing else', async () => {
    const url = await scanned(collected.itemId);
    expect(url).toMatch(/^http:\/\/localhost:3000\/proof\/[0-9a-z]+-[\w-]{22}$/);
    const answer = await proofOf(tokenIn(url));
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    const proof = answer.json<Proof>();
    expect(proof).toMatchObject({ erased: false, returned: false });
    expect(proof.events.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(proof.events.flatMap(Object.keys))).toEqual(
      new Set(['step', 'position', 'version', 'recorded_at', 'type', 'hash', 'leaf', 'proof']),
    );
    for (const secret of [...CANARIES, 'Paris', 'PAR', '"data"', '"metadata"', 'userId'])
      expect(answer.body).not.toContain(secret);
    const { code, said } = await verify(answer.body);
    expect([code, said]).toEqual([0, expect.stringContaining('6 of 6 events proven')]);
  });

  it.each([
    [
      'type',
      (text: string) => text.replace('"type": "ItemDeposited"', '"type": "ItemFound"'),
      'another event',
    ],
    [
      'moment',
      (text: string) => text.replace(/("recorded_at": "\d+)\d"/, (_, start: string) => `${start}x"`),
      'another event',
    ],
    ['leaf', (text: string) => text.replaceAll('ItemDeposited', 'ItemFounded'), 'does not hold'],
    ['path', (text: string) => text.replace(/(index \d+\\n)..../, '$1AAAA'), 'does not hold'],
    ['root', (text: string) => text.replaceAll(/(log\\n\d+\\n)..../g, '$1AAAA'), 'does not fit'],
    ['step', (text: string) => text.replace('"step": 5', '"step": 4'), 'reached another step'],
    ['format', (text: string) => text.replace('atelier-proof v1', 'proof v9'), 'no proof of the format'],
  ])('is refused by the verifier when its %s was changed', async (_, change, reason) => {
    const { body } = await proofOf(tokenIn(await scanned(collected.itemId)));
    expect(change(body)).not.toBe(body);
    const { code, said } = await verify(change(body));
    expect([code, said]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('is another one for each piece, and a guessed, cut or foreign token is unknown like any other', async () => {
    const token = tokenIn(await scanned(collected.itemId));
    const other = await world.journey.waiting();
    const second = tokenIn(await scanned(other.itemId));
    const [, mac] = token.split(/-(.*)/s);
    const [id] = second.split('-');
    const unknown = (await proofOf('zzz')).json<object>();
    for (const wrong of [
      `${id}-${mac}`,
      token.slice(0, -1),
      `${token}A`,
      `${token.slice(0, -1)}!`,
      '1',
      '%00',
    ])
      expect([wrong, (await proofOf(wrong)).statusCode, (await proofOf(wrong)).json()]).toEqual([
        wrong,
        404,
        unknown,
      ]);
    expect((await proofOf(second)).statusCode).toBe(200);
  });

  it('says which step is not sealed yet', async () => {
    const piece = await world.journey.waiting();
    const token = tokenIn(await scanned(piece.itemId));
    const before = (await proofOf(token)).json<Proof>();
    expect(before.events.filter(({ leaf }) => leaf === undefined).length).toBe(5);
    await seal();
    const after = await proofOf(token);
    expect((await verify(after.body)).said).toContain('5 of 5 events proven');
  });

  it('holds after the person was erased, and says so', async () => {
    const piece = await world.journey.waiting();
    await world.journey.collect(piece.itemId);
    const token = tokenIn(await scanned(piece.itemId));
    const before = await proofOf(token);
    const services = servicesOf(world.api.world, handClock(new Date()));
    const { events } = await services.store.readStream(`item-${piece.itemId}`);
    const { customerRef } = z.looseObject({ customerRef: z.string() }).parse(events[0]?.data);
    const person = { customerRefs: [customerRef], reason: 'asked', requestId: 'a test', now: new Date() };
    await erasePerson(services, person);
    await seal();
    const after = await proofOf(token);
    expect([before.json<Proof>().erased, after.json<Proof>().erased]).toEqual([false, true]);
    expect(after.json<Proof>().events.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await verify(after.body)).said).toContain('6 of 6 events proven');
  });

  it('leaves its token in no log line', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const token = tokenIn(await scanned(collected.itemId));
    const { app } = await world.api.node({ log });
    for (const path of [`/api/proof/${token}`, `/api/proof/${token}x`, `/proof/${token}`])
      await app.inject({ url: path, headers: { accept: 'text/html' } });
    expect(lines.join('')).not.toContain(token.slice(-20));
  });
});
