import {
  TestClock,
  openApiWorld,
  type ApiNode,
  type ApiWorld,
  type PersonName,
} from '@atelier/api/testing/testing-api.ts';
import { signInPeople, type People } from '@atelier/api/testing/testing-people.ts';
import { dataOf, must } from '@atelier/api/testing/testing-reply.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import {
  workerResponse,
  workerRoleResponse,
  workerRolesResponse,
} from '@atelier/contracts/workforce/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPaper, tight } from './paper-reader.ts';

let api: ApiWorld;
let node: ApiNode;
let people: People;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ clock: new TestClock() });
  people = await signInPeople(node.app, ['admin', 'factory']);
});
afterAll(() => api.close());

/** The answer as it came: a paper is no envelope. */
const print = (payload: object, who: PersonName = 'admin') =>
  node.app.inject({
    method: 'POST',
    url: '/api/rma_worker/badge/print',
    headers: people.headersOf(who),
    payload,
  });

let count = 0;

const asAdmin = (path: string, body: object) => must(people.call('admin', 'POST', path, body));

async function roleOfPolishers() {
  const roles = dataOf(workerRolesResponse.shape.data, await asAdmin('/all/rma_workers_role', {}));
  if (roles[0] !== undefined) return roles[0];
  const made = await asAdmin('/create/rma_workers_role', { Key: 'polish', Name: 'Polish' });
  return dataOf(workerRoleResponse.shape.data, made);
}

async function newWorker(Barcode: string): Promise<number> {
  count += 1;
  const { ID: Role } = await roleOfPolishers();
  const facts = { WorkerID: `W-${count}`, WorkerName: 'Mei Lin', Department: 'Polishing', Role };
  const body = { ...facts, Barcode, store: api.sites.get('FSZ') };
  return dataOf(workerResponse.shape.data, await asAdmin('/create/rma_worker', body)).ID;
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
    const answer = await print({ ID, language });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const [page, ...others] = await readPaper(answer.rawPayload);
    expect(others).toEqual([]);
    expect([page?.width, page?.height].map((side) => Math.round(side ?? 0))).toEqual([86, 54]);
    expect(page?.codes).toEqual([{ format: 'Code128', text: barcode }]);
    for (const white of Object.values(page?.white ?? { none: 0 })) expect(white).toBeGreaterThan(2.5);
  });

  it('says who it is, and the barcode in no letters', async () => {
    const ID = await newWorker('0099887766');
    const { rawPayload, headers } = await print({ ID, language: 'fr' });
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
    const [page] = await readPaper((await print({ ID })).rawPayload);
    expect(page?.codes).toEqual([{ format: 'QRCode', text: barcode }]);
  });

  it('is kept as an event, and had only by who may manage workers', async () => {
    const ID = await newWorker('5550001');
    expect((await print({ ID }, 'factory')).statusCode).toBe(403);
    expect(await printed(ID)).toEqual([]);
    await print({ ID });
    expect(await printed(ID)).toEqual(['printed']);
    expect((await print({ ID: 999_999_999 })).statusCode).toBe(404);
    expect((await print({ ID, language: 'de' })).statusCode).toBe(400);
  });
});
