import { fileOf } from '@atelier/domain/audit/file-fields.ts';
import { unusualResponse } from '@atelier/contracts/audit/feed-schema.ts';
import { replayResponse, type ReplayView } from '@atelier/contracts/audit/replay-schema.ts';
import { itemAggregate } from '@atelier/application/aggregates.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { keepSigning } from '@atelier/application/documents/log-signatures.commands.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import { formatVerifierKey, signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, signInAs, type PersonName } from '../testing/testing-api.ts';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
let itemId: number;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'admin', 'auditor']);
  itemId = await calls.received();
  await calls.api.world.settle();
});
afterAll(() => calls.api.close());

async function replay(query: string, who: 'auditor' | 'admin' = 'auditor') {
  const reply = await calls.call(who, 'GET', `/audit/replay?${query}`);
  expect(reply.status).toBe(200);
  return replayResponse.parse(reply.body);
}

/** Every file after the first `steps` events, by the lines alone. */
function filesAfter({ files, events }: ReplayView, steps: number) {
  const state = new Map(Object.entries(files).map(([stream, file]) => [stream, { ...file }]));
  for (const { stream, lines } of events.slice(0, steps))
    for (const { field, after } of lines) state.set(stream, { ...state.get(stream), [field]: after });
  return state;
}

const SENT = 2;
const SITES = ['custody_site', 'custody_from', 'custody_to', 'transfer_to'];
/** What a file holds, by field; sites are named on the wire and held to their names below. */
const held = (file: object) =>
  Object.fromEntries(
    Object.entries(file).filter(
      ([field, value]) => value !== null && String(value) !== '' && !SITES.includes(field),
    ),
  );

describe('the replay of a piece', () => {
  it('shows at each step the file as the fold of its stream up to there', async () => {
    const { data } = await replay(`subject=item-${itemId}`);
    const { events } = await calls.api.world.store.readStream(`item-${itemId}`);
    expect(data.events.map(({ version }) => version)).toEqual(events.map(({ version }) => version));
    for (let steps = 1; steps <= events.length; steps += 1) {
      const row = itemAggregate.rowOf(events.slice(0, steps))?.values ?? {};
      const file = filesAfter(data, steps).get(`item-${itemId}`) ?? {};
      expect(held(file)).toEqual(held(fileOf('item', row)));
    }
    expect(data.name).toBe((await calls.rowOf('paris', itemId)).number);
  });

  it('is paged without gaps: a page begins with the file that the page before ended with', async () => {
    const whole = (await replay(`subject=item-${itemId}`)).data;
    const seen: number[] = [];
    for (let beyond: number | null = 0; beyond !== null;) {
      const page = await replay(`subject=item-${itemId}&page_size=2${beyond > 0 ? `&beyond=${beyond}` : ''}`);
      const before = filesAfter(whole, seen.length).get(`item-${itemId}`) ?? {};
      expect(held(page.data.files[`item-${itemId}`] ?? {})).toEqual(held(before));
      seen.push(...page.data.events.map(({ position }) => position));
      beyond = page.next;
    }
    expect(seen).toEqual(whole.events.map(({ position }) => position));
  });

  it('names who, where and what became of what', async () => {
    const { data } = await replay(`subject=item-${itemId}`);
    const move = data.events.find(({ to_status: to }) => to === Status.ReceiveFromShop);
    expect(move).toMatchObject({ actor_id: calls.api.users.warehouse, from_status: SENT });
    expect(move?.lines).toContainEqual({
      field: 'status',
      before: SENT,
      after: Status.ReceiveFromShop,
    });
    const related = await calls.call('auditor', 'GET', `/audit/related?position=${move?.position}`);
    expect(JSON.stringify(related.data)).toContain('ShipmentItemReceived');
  });
});

describe('the replay of other subjects', () => {
  it('follows a deposit and a package with their pieces', async () => {
    const rma = await replay(`subject=rma-${await calls.rmaOf(itemId)}`);
    expect(new Set(rma.data.events.map(({ kind }) => kind))).toEqual(new Set(['rma', 'item']));
    const { data: found } = await calls.call('auditor', 'GET', `/audit/subject?q=R-${itemId}`);
    expect(found).toMatchObject([{ kind: 'shipment', name: `R-${itemId}` }]);
    const [shipment] = found as readonly { id: number }[];
    const pack = await replay(`subject=shipment-${shipment?.id}&page_size=200`);
    const streams = pack.data.events.map(({ stream }) => stream);
    expect(streams).toContain(`shipment-${shipment?.id}`);
    expect(streams).toContain(`item-${itemId}`);
  });

  it('follows what an account did and what was done at a site', async () => {
    const { warehouse } = calls.api.users;
    const hers = await replay(`subject=user-${warehouse}&page_size=200`);
    expect(hers.data.events.some(({ stream }) => stream === `user-${warehouse}`)).toBe(true);
    expect(hers.data.events.some(({ actor_id: id }) => id === warehouse)).toBe(true);
    const site = await replay(`subject=site-${calls.api.sites.get('PAR')}&page_size=200`);
    expect(new Set(site.data.events.map((event) => event.site))).toEqual(new Set(['Paris Vendôme']));
    expect(site.data.name).toBe('Paris Vendôme');
    expect((await replay('subject=config')).data.events).toEqual([]);
  });

  it('begins a site’s board with the pieces that stood there', async () => {
    const site = calls.api.sites.get('WHS') ?? 0;
    const stream = `item-${itemId}`;
    const own = (await replay(`subject=${stream}&page_size=200`)).data.events;
    const received = own.find(({ to_status: to }) => to === Status.ReceiveFromShop)?.at ?? '';
    const after = new Date(Date.parse(received) + 1).toISOString();
    // The calls above and below go by the machine's clock.
    await sleep(10);
    await calls.received();
    await calls.api.world.settle();
    const { data } = await replay(`subject=site-${site}&from=${after}&page_size=2`);
    expect(data.standing[stream]).toMatchObject({
      number: (await calls.rowOf('warehouse', itemId)).number,
      status: Status.ReceiveFromShop,
      custody_kind: 'site',
      custody_site: expect.stringMatching(/\D/),
    });
    const later = await replay(
      `subject=site-${site}&from=${after}&page_size=2&beyond=${data.events.at(-1)?.position}`,
    );
    expect(later.data.standing).toEqual({});
    const before = await replay(`subject=site-${site}&page_size=2`);
    expect(before.data.standing[stream]).not.toMatchObject({ custody_kind: 'site' });
    expect((await replay(`subject=site-${calls.api.sites.get('FSZ')}&from=${after}`)).data.standing).toEqual(
      {},
    );
  });

  it('shows names of accounts to those who manage them alone', async () => {
    const { paris } = calls.api.users;
    const seen = JSON.stringify(await replay(`subject=user-${paris}&page_size=5`));
    expect(seen).not.toContain('paris@demo.test');
    expect(JSON.stringify(await replay(`subject=user-${paris}&page_size=5`, 'admin'))).toContain('paris@');
  });

  it('says what is no subject, and that there is none', async () => {
    const wrong = await calls.call('auditor', 'GET', '/audit/replay?subject=thing-1');
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'subject' }] } });
    for (const subject of ['item-99999999', 'rma-99999999', 'shipment-99999999'])
      expect((await calls.call('auditor', 'GET', `/audit/replay?subject=${subject}`)).status).toBe(404);
  });
});

describe('what an event of a replay says itself', () => {
  it('is a remark in its words, and for a setting which one it is', async () => {
    const rmaItem = await calls.deposited();
    const said = await calls.call('paris', 'POST', '/shopcomment', {
      id: rmaItem,
      comment: 'Clasp is loose',
    });
    expect(said.status).toBeLessThan(300);
    const { data } = await replay(`subject=item-${rmaItem}`);
    const remark = data.events.find(({ type }) => type === 'CommentAdded');
    expect(remark?.held).toMatchObject({ text: 'Clasp is loose' });
    const changed = await replay('subject=config');
    const settings = changed.data.events.filter(({ type }) => type === 'ConfigValueChanged');
    expect(settings.every(({ setting }) => setting !== null)).toBe(true);
  });

  it('holds codes and numbers alone where it is no piece’s', async () => {
    const id = await calls.rmaOf(itemId);
    const { data } = await replay(`subject=rma-${id}`);
    const deposited = data.events.find(({ type }) => type === 'RmaDeposited');
    expect(deposited?.held).toMatchObject({ contact: {} });
  });
});

describe('what is unusual', () => {
  it('names a move that was taken back, and is narrowed to a rule', async () => {
    const undone = await calls.received();
    await calls.move('warehouse', undone, SENT, { move: 'undo', reason: 'wrong tray' });
    await calls.api.world.settle();
    const read = async (rule: string) => {
      const reply = await calls.call('auditor', 'GET', `/audit/unusual?page_size=200&rule=${rule}`);
      return unusualResponse.parse(reply.body).data;
    };
    const [first] = await read('undo');
    expect(first).toMatchObject({ stream: `item-${undone}`, reason: 'wrong tray' });
    expect(first?.rules).toContain('undo');
    expect((await read('lost')).length).toBe(0);
    expect((await calls.call('auditor', 'GET', '/audit/unusual?rule=nothing')).status).toBe(400);
    expect((await calls.call('paris', 'GET', '/audit/unusual')).status).toBe(403);
  });
});

interface Verifier {
  readonly filesOfZip: (zip: Uint8Array) => Map<string, Uint8Array>;
  readonly verifyArchive: (files: ReadonlyMap<string, Uint8Array>, order: object) => Promise<object>;
}

/** The file that everybody may take along. */
async function loadVerifier(): Promise<Verifier> {
  const place = new URL('../../../../web/public/atelier-verify.mjs', import.meta.url).href;
  const verifier: Verifier = await import(place);
  return verifier;
}

describe('a replay as a signed file (decisions/0166)', () => {
  const signer = signerKey('atelier.test/api/log', 'log', generateKeyPairSync('ed25519').privateKey);
  const order = { keys: [formatVerifierKey(signer.verifier)] };
  const ask = async (query: string, who: PersonName = 'auditor') =>
    calls.app.inject({
      url: `/api/audit/replay/file?${query}`,
      headers: bearer(await signInAs(calls.app, who)),
    });

  it('holds the events, the moment shown and the proof, and the verifier finds what was changed', async () => {
    await calls.api.world.settle();
    await sealLog(calls.api.world.projectorPool, { signer });
    const signing = keepSigning({ pool: calls.api.world.projectorPool, signer, onError: () => undefined });
    const { events } = (await replay(`subject=item-${itemId}`)).data;
    const at = events[1]?.position ?? 0;
    const answer = await ask(`subject=item-${itemId}&at=${at}&language=fr`);
    signing.stop();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    const { filesOfZip, verifyArchive } = await loadVerifier();
    const files = filesOfZip(new Uint8Array(answer.rawPayload));
    const whole = JSON.parse(Buffer.from(files.get('replay.json') ?? []).toString());
    expect(whole.events).toEqual(events);
    expect(whole.shown.event.position).toBe(at);
    expect(whole.shown.file).toEqual(filesAfter(whole, 2).get(`item-${itemId}`));
    expect(await verifyArchive(files, order)).toMatchObject({ format: 'atelier-replay-1' });
    files.set('replay.json', Buffer.from('{}'));
    await expect(verifyArchive(files, order)).rejects.toThrow('replay.json was changed');
  });

  it('is for auditors, and names what was asked for wrongly', async () => {
    expect((await ask(`subject=item-${itemId}`, 'paris')).statusCode).toBe(403);
    expect((await ask('subject=item-999999')).statusCode).toBe(404);
    expect((await ask('subject=nonsense')).json().errors[0].path).toBe('subject');
  });
});
