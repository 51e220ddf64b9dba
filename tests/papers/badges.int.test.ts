import { TestClock, bearer, openApiWorld, signInAs } from '@atelier/api/testing-api.ts';
import type { ApiNode, ApiWorld, PersonName } from '@atelier/api/testing-api.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPaper, tight } from './paper-reader.ts';

let api: ApiWorld;
let node: ApiNode;
const tokens = new Map<PersonName, string>();

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ clock: new TestClock() });
  for (const who of ['admin', 'factory'] as const) tokens.set(who, await signInAs(node.app, who));
});
afterAll(() => api.close());

const post = (url: string, payload: object, who: PersonName = 'admin') =>
  node.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: bearer(tokens.get(who) ?? ''),
    payload,
  });

let count = 0;

async function newWorker(Barcode: string): Promise<number> {
  count += 1;
  const roles = (await post('/all/rma_workers_role', {})).json().data;
  const role =
    roles[0] ?? (await post('/create/rma_workers_role', { Key: 'polish', Name: 'Polish' })).json().data;
  const facts = { WorkerID: `W-${count}`, WorkerName: 'Mei Lin', Department: 'Polishing', Role: role.ID };
  const body = { ...facts, Barcode, store: api.sites.get('FSZ') };
  return (await post('/create/rma_worker', body)).json().data.ID;
}

const printed = async (id: number) => {
  const { rows } = await api.world.pool.query(
    `select data->>'how' as how from events where stream_id = $1 and type = 'WorkerBadgeRevealed'`,
    [`worker-${id}`],
  );
  return rows.map(({ how }) => how);
};

describe('a printed badge', () => {
  it.each(REFERENCE_LANGUAGES)('is a card whose code is read back in %s', async (language) => {
    const barcode = `00047${count}`;
    const ID = await newWorker(barcode);
    const answer = await post('/rma_worker/badge/print', { ID, language });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const [page, ...others] = await readPaper(answer.rawPayload);
    expect(others).toEqual([]);
    expect([page?.width, page?.height].map((side) => Math.round(side ?? 0))).toEqual([86, 54]);
    expect(page?.codes).toEqual([{ format: 'Code128', text: barcode }]);
    for (const white of Object.values(page?.white ?? { none: 0 })) expect(white).toBeGreaterThan(2.5);
  });

  it('says who it is, and the barcode in no letters', async () => {
    const ID = await newWorker('0099887766');
    const { rawPayload, headers } = await post('/rma_worker/badge/print', { ID, language: 'fr' });
    const [page] = await readPaper(rawPayload);
    const text = tight(page?.text ?? '');
    for (const word of ['Atelier', 'Badged’atelier', 'MeiLin', `W-${count}`, 'Polishing'])
      expect(text).toContain(word);
    expect(text).not.toContain('0099887766');
    expect(headers['content-disposition']).toBe('inline; filename="badge.pdf"');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('with a barcode too long for the card’s width has it as QR code', async () => {
    const barcode = 'A1-'.repeat(20);
    const ID = await newWorker(barcode);
    const [page] = await readPaper((await post('/rma_worker/badge/print', { ID })).rawPayload);
    expect(page?.codes).toEqual([{ format: 'QRCode', text: barcode }]);
  });

  it('is kept as an event, and had only by who may manage workers', async () => {
    const ID = await newWorker('5550001');
    expect((await post('/rma_worker/badge/print', { ID }, 'factory')).statusCode).toBe(403);
    expect(await printed(ID)).toEqual([]);
    await post('/rma_worker/badge/print', { ID });
    expect(await printed(ID)).toEqual(['printed']);
    expect((await post('/rma_worker/badge/print', { ID: 999_999_999 })).statusCode).toBe(404);
    expect((await post('/rma_worker/badge/print', { ID, language: 'de' })).statusCode).toBe(400);
  });
});
