import { anySku, keptPicture, PAR } from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, askUntilAnswered, signIn, type Answer, type Call } from './support/caller.ts';
import { startCuttingProxy, type CuttingProxy } from '../harness/cutting-proxy.ts';
import { Journal } from './support/journal.ts';
import { logFaults } from './support/log-checks.ts';
import { startApi, type ApiProcess } from './support/nodes.ts';
import { first, openSite, type Site } from './support/site.ts';
import { WHOLE_WAY, type Step, type Facts } from './support/whole-way.ts';

/**
 * product/reliability.md §2: an answer is lost after COMMIT, once between API and screen, once between database and
 * API. The same command with the same key has one effect and receives the answer it would have received.
 */
const answerBegins = Buffer.from('HTTP/1.1 ');
/** PostgreSQL's ReadyForQuery outside a transaction: what went before is committed. */
const committed = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

let site: Site;
let sku: string;
let image: string;
let beforeApi: CuttingProxy;
let beforeDatabase: CuttingProxy;
let apiBehindIt: ApiProcess;
const tokens = new Map<Step['who'], string>();

beforeAll(async () => {
  site = await openSite({ workers: 0 });
  sku = await anySku(site.world);
  image = await keptPicture(site.world, PAR);
  beforeApi = await startCuttingProxy(first(site.apis).port);
  beforeDatabase = await startCuttingProxy(site.database.port);
  const throughProxy = new URL(site.database.serviceUrl);
  throughProxy.port = String(beforeDatabase.port);
  apiBehindIt = await startApi(site.database, { databaseUrl: throughProxy.toString() });
  for (const who of ['paris', 'warehouse'] as const) tokens.set(who, await signIn(first(site.apis).url, who));
});

afterAll(async () => {
  await apiBehindIt?.end('SIGTERM');
  await Promise.all([beforeApi?.close(), beforeDatabase?.close()]);
  await site?.close();
});

/** Sends a command whose first answer gets lost, then again; returns the responses of the second and third call. */
type Lose = (token: string, call: Call, mark: string) => Promise<readonly [Answer, Answer]>;

const lostBeforeTheScreen: Lose = async (token, call, mark) => {
  const { url } = first(site.apis);
  beforeApi.loseNext(`x-device: ${mark}`, answerBegins);
  await expect(ask(`http://127.0.0.1:${beforeApi.port}`, token, call)).rejects.toThrow('fetch failed');
  return [await ask(url, token, call), await ask(url, token, call)];
};

const lostBeforeTheApi: Lose = async (token, call) => {
  beforeDatabase.loseNext('append_events', committed);
  const unknown = await ask(apiBehindIt.url, token, call);
  expect(unknown).toMatchObject({ status: 503, body: { success: false, code: 'database_unreachable' } });
  const again = await askUntilAnswered(apiBehindIt.url, token, call);
  return [again.answer, await ask(apiBehindIt.url, token, call)];
};

describe.each([
  { where: 'the API and the screen', name: 'screen', lose: lostBeforeTheScreen, proxy: () => beforeApi },
  {
    where: 'the database and the API',
    name: 'database',
    lose: lostBeforeTheApi,
    proxy: () => beforeDatabase,
  },
])('an answer lost between $where', ({ name, lose, proxy }) => {
  const journal = new Journal(`lost-${name}`);
  const facts: Facts = {
    sku: '',
    image: '',
    out: `${name}-OUT`,
    back: `${name}-BACK`,
    itemId: 0,
    signatureId: '',
  };

  test.each(WHOLE_WAY)('$name: one effect, one answer', async (step) => {
    Object.assign(facts, { sku, image });
    const { call, entry } = journal.open(step.call(facts), step.writes);
    const cutsBefore = proxy().cuts();
    const [second, third] = await lose(tokens.get(step.who) ?? '', call, entry.mark);
    expect(proxy().cuts()).toBe(cutsBefore + 1);
    expect(second).toMatchObject({ status: 200, body: { success: true } });
    expect(third).toEqual(second);
    entry.answer = second;
    step.remember?.(second.body, facts);
    expect(await journal.differences(site.pool)).toEqual([]);
  });

  test('the same key with another body is refused, and nothing more is written', async () => {
    const { call } = journal.open(WHOLE_WAY[1]?.call(facts) ?? { method: 'POST', path: '' }, 'CommentAdded');
    const token = tokens.get('paris') ?? '';
    const body = { id: facts.itemId, comment: 'another remark' };
    const url = first(site.apis).url;
    expect((await ask(url, token, { ...call, key: `lost-${name}-1`, body })).status).toBe(409);
    expect(await journal.differences(site.pool)).toEqual([]);
    expect(await logFaults(site.pool)).toEqual([]);
  });
});
