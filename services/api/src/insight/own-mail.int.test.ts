import { weeklyWords } from '@atelier/contracts/insight/weekly-letter.ts';
import { ownMailAskedResponse, ownMailResponse } from '@atelier/contracts/insight/own-mail-schema.ts';
import { agesResponse, repeatsResponse, turnaroundResponse } from '@atelier/contracts/insight/schema.ts';
import { flowResponse } from '@atelier/contracts/insight/flow-schema.ts';
import { radarResponse } from '@atelier/contracts/insight/radar-schema.ts';
import {
  deposit,
  handClock,
  newDeposit,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { ownMailOf } from '@atelier/application/insight/weekly/own-mail.queries.ts';
import { sendWeeklySummaries } from '@atelier/application/insight/weekly/send-weekly.commands.ts';
import type { WeeklyFigures } from '@atelier/domain/insight/weekly/figures.ts';
import { ownMailStream } from '@atelier/domain/insight/weekly/events.ts';
import {
  decodedHeader,
  startMailCatcher,
  textOf,
  type MailCatcher,
} from '@atelier/tests/mail-catcher/server.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openApiWorld,
  testMetadata,
  tryLogin,
  type ApiWorld,
  type PersonName,
} from '../testing/testing-api.ts';
import { signInPeople, type Call } from '../testing/testing-people.ts';
import { dataOf, must } from '../testing/testing-reply.ts';
import { weeklySending } from './testing-weekly.ts';

const DAY_MS = 86_400_000;
/** The week of the figures; its mails leave on 2026-11-16. */
const WEEK = '2026-11-09';
const ENDED = '2026-11-16T00:00:00.000Z';
const PEOPLE = ['paris', 'tokyo', 'factory', 'admin', 'auditor'] as const;
const ADDRESS = 'chef.de.boutique@maison.test';

let api: ApiWorld;
let app: FastifyInstance;
let clock: HandClock;
let catcher: MailCatcher;
let call: Call;
const at = (moment: string): void => clock.advance(Date.parse(moment) - clock.now().getTime());
/** Sessions end while the clock is set forward. */
const signIn = async (): Promise<void> => void ({ call } = await signInPeople(app, PEOPLE));

beforeAll(async () => {
  api = await openApiWorld();
  clock = handClock(new Date('2026-10-20T09:00:00.000Z'));
  catcher = await startMailCatcher();
  ({ app } = await api.node({
    clock,
    config: { mailUrl: catcher.mailUrl, publicUrl: 'https://atelier.test' },
  }));
  await signIn();
  const services = servicesOf(api.world, clock);
  const begun = async (tracking: string): Promise<number> => {
    const { itemId } = await deposit(services, await newDeposit(api.world));
    await sendToWarehouse(services, [itemId], tracking);
    return itemId;
  };
  // Deposited in October: ready in the week before, in the week itself, and never.
  const pieces = [await begun('A'), await begun('B'), await begun('C')];
  await deposit(services, await newDeposit(api.world));
  at('2026-11-04T09:00:00.000Z');
  await repairAndReturn(services, pieces[0] ?? 0, 'A-BACK');
  at('2026-11-10T09:00:00.000Z');
  await repairAndReturn(services, pieces[1] ?? 0, 'B-BACK');
  await deposit(services, await newDeposit(api.world));
  await signIn();
});
afterAll(async () => {
  await api.close();
  await catcher.close();
});

const own = async (who: PersonName) =>
  dataOf(ownMailResponse.shape.data, await call(who, 'GET', '/insight/mail'));
const mailsTo = (address: string) => catcher.mails().filter(({ to }) => to.includes(address));
const codeIn = (address: string): string =>
  /\b\d{8}\b/.exec(textOf(mailsTo(address).at(-1) ?? { source: '' }))?.[0] ?? '';
const events = async (who: PersonName) =>
  (await api.world.store.readStream(ownMailStream(api.users[who]))).events;
const ask = async (who: PersonName, address: string, language: string) =>
  dataOf(
    ownMailAskedResponse.shape.data,
    await must(call(who, 'POST', '/insight/mail', { address, language })),
  );
async function subscribe(who: PersonName, address: string, language: string): Promise<void> {
  await ask(who, address, language);
  await must(call(who, 'POST', '/insight/mail/confirm', { code: codeIn(address) }));
  await must(call(who, 'POST', '/insight/mail/weekly', { wanted: true, language }));
}

/** As many workers at once, beside projections that follow the log. */
async function send(workers = 1): Promise<number> {
  const services = servicesOf(api.world, clock);
  const runs = Promise.all(
    Array.from({ length: workers }, () =>
      sendWeeklySummaries(services, weeklySending(catcher, api.world.store, clock)),
    ),
  );
  let isOver = false;
  const follow = async (): Promise<void> => {
    while (!isOver) await api.world.settle();
  };
  const following = follow();
  const counts = await runs.finally(() => (isOver = true));
  await following;
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The same figures, by the calls of the screens. */
async function answered(who: PersonName, siteId: number | null): Promise<WeeklyFigures> {
  const query = `from=${WEEK}&to=2026-11-15&as_of=${ENDED}`;
  const before = '&before_from=2026-11-02&before_to=2026-11-08';
  const get = async (path: string) => must(call(who, 'GET', `/insight/${path}`));
  const turnaround = dataOf(turnaroundResponse.shape.data, await get(`turnaround?${query}${before}`));
  const ages = dataOf(agesResponse.shape.data, await get(`ages?${query}`));
  const { count, again } = dataOf(repeatsResponse.shape.data, await get(`repeats?${query}`));
  const flow = siteId === null ? null : dataOf(flowResponse.shape.data, await get(`flow?${query}${before}`));
  const seesRadar = who !== 'paris' && who !== 'tokyo';
  const spread = (period: typeof turnaround.now | null) => ({
    count: period?.count ?? 0,
    median: period?.median_seconds ?? null,
    p90: period?.p90_seconds ?? null,
    told: period?.told ?? 0,
    kept: period?.kept ?? 0,
  });
  return {
    turnaround: { week: spread(turnaround.now), before: spread(turnaround.before) },
    open: {
      pieces: ages.now,
      old: ages.bands.filter((band) => band.from_days >= 28).reduce((sum, { now }) => sum + now, 0),
    },
    repeats: { collected: count, again },
    alarms: seesRadar ? dataOf(radarResponse.shape.data, await get('radar')).alarms.length : null,
    flow: flow && {
      arrived: flow.now.arrived,
      finished: flow.now.finished,
      arrivedBefore: flow.before?.arrived ?? 0,
      finishedBefore: flow.before?.finished ?? 0,
    },
  };
}

describe('an account’s mails (product/insight.md §10)', () => {
  it('are not offered without a mail server, without a sender, and to an auditor, who changes nothing', async () => {
    const { app: bare } = await api.node({ clock });
    const { call: onBare } = await signInPeople(bare, ['paris']);
    const view = dataOf(ownMailResponse.shape.data, await onBare('paris', 'GET', '/insight/mail'));
    expect(view).toMatchObject({ why_not: 'no_server', address: null, weekly: false });
    const body = { address: ADDRESS, language: 'fr' };
    expect(await onBare('paris', 'POST', '/insight/mail', body)).toMatchObject({ status: 409 });
    expect((await own('paris')).why_not).toBe('no_sender');
    expect(await call('paris', 'POST', '/insight/mail', body)).toMatchObject({ status: 409 });
    const sender = { site_id: null, name: 'Maison', address: 'atelier@maison.test' };
    await must(call('admin', 'POST', '/system/messages/sender', sender));
    expect((await own('paris')).why_not).toBeNull();
    expect((await own('auditor')).why_not).toBe('not_offered');
    const changing: readonly (readonly [string, object])[] = [
      ['', body],
      ['/confirm', { code: '12345678' }],
      ['/remove', {}],
      ['/weekly', { wanted: true, language: 'en' }],
    ];
    for (const [path, given] of changing)
      expect((await call('auditor', 'POST', `/insight/mail${path}`, given)).status).toBe(403);
    expect(await events('auditor')).toEqual([]);
    expect(catcher.mails()).toHaveLength(0);
  });

  it('go to an address only once its code was typed, and the log holds it sealed', async () => {
    expect(await ask('paris', ` ${ADDRESS.toUpperCase()} `, 'fr')).toMatchObject({
      outcome: 'sent',
      confirmed: false,
    });
    expect(mailsTo(ADDRESS)).toHaveLength(1);
    expect(
      await call('paris', 'POST', '/insight/mail/weekly', { wanted: true, language: 'fr' }),
    ).toMatchObject({
      status: 400,
    });
    const wrong = codeIn(ADDRESS) === '00000000' ? '11111111' : '00000000';
    expect(await call('paris', 'POST', '/insight/mail/confirm', { code: wrong })).toMatchObject({
      status: 400,
    });
    expect(await own('paris')).toMatchObject({ confirmed: false, awaits_code: true });
    await must(call('paris', 'POST', '/insight/mail/confirm', { code: codeIn(ADDRESS) }));
    expect(await own('paris')).toMatchObject({ address: ADDRESS, confirmed: true, weekly: false });
    const { rows } = await api.world.pool.query<{ data: string }>(
      'select data::text as data from public.events',
    );
    expect(rows.filter(({ data }) => data.toLowerCase().includes(ADDRESS))).toEqual([]);
  });

  it('bring the finished week once to each who wants it, in their language and of what they see', async () => {
    await must(call('paris', 'POST', '/insight/mail/weekly', { wanted: true, language: 'fr' }));
    await subscribe('factory', 'chef@usine.test', 'ja');
    await subscribe('admin', 'direction@maison.test', 'en');
    await ask('tokyo', 'tokyo@maison.test', 'ja');
    const codes = catcher.mails().length;
    at('2026-11-15T23:00:00.000Z');
    // The week still runs. The one before ended before they wanted summaries.
    expect(await send(2)).toBe(0);
    at('2026-11-16T10:00:00.000Z');
    expect(await send(2)).toBe(3);
    expect(await send(2)).toBe(0);
    expect(catcher.mails().length - codes).toBe(3);
    expect(catcher.mails().every(({ times }) => times === 1)).toBe(true);
    await signIn();
    const factory = api.sites.get('FSZ') ?? 0;
    const readers = [
      ['paris', ADDRESS, 'fr', null],
      ['factory', 'chef@usine.test', 'ja', factory],
      ['admin', 'direction@maison.test', 'en', null],
    ] as const;
    for (const [who, address, language, siteId] of readers) {
      const figures = await answered(who, siteId);
      const [mail] = mailsTo(address).slice(-1);
      const sent = (await events(who)).at(-1);
      expect(sent).toMatchObject({ type: 'WeeklySummarySent', data: { week: WEEK, language, figures } });
      const asked = ownMailOf(await events(who)).asked;
      const optOut = /<(.*)>/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
      const { rows } = await api.world.pool.query<{ name: string }>(
        'select s.name from public.users u join public.sites s on s.id = u.site_id where u.id = $1',
        [asked?.userId],
      );
      const words = weeklyWords({
        week: WEEK,
        figures,
        language,
        site: rows[0]?.name ?? null,
        publicUrl: 'https://atelier.test',
        optOut,
      });
      expect(textOf(mail ?? { source: '' })).toContain(words.body);
      expect(decodedHeader(mail?.headers.get('subject') ?? '')).toBe(words.subject);
      expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    }
    expect(await answered('paris', null)).toMatchObject({
      turnaround: { week: { count: 1, median: 21 * 86_400 }, before: { count: 1 } },
      open: { pieces: 5, old: 0 },
      alarms: null,
      flow: null,
    });
  });

  it('end by the link of a mail, in one step of a mail program and without a sign-in', async () => {
    await signIn();
    const optOut = /<(.*)>/.exec(mailsTo(ADDRESS).at(-1)?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    const { pathname } = new URL(optOut);
    const page = await app.inject({ url: pathname });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('lang="fr"');
    expect((await app.inject({ url: `${pathname.slice(0, -1)}_` })).statusCode).toBe(404);
    const payload = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.inject({ method: 'POST', url: pathname, payload, headers })).statusCode).toBe(200);
    expect(await own('paris')).toMatchObject({ confirmed: true, weekly: false });
    expect((await events('paris')).at(-1)).toMatchObject({
      type: 'WeeklySummaryChosen',
      data: { wanted: false, how: 'link' },
    });
  });

  it('stay away from an address that waits for its code, a locked account, and one that was switched off', async () => {
    const late = { code: codeIn('tokyo@maison.test') };
    expect((await call('tokyo', 'POST', '/insight/mail/confirm', late)).status).toBe(400);
    await subscribe('tokyo', 'tokyo@maison.test', 'ja');
    await must(call('paris', 'POST', '/insight/mail/weekly', { wanted: true, language: 'fr' }));
    await ask('paris', 'autre@maison.test', 'fr');
    at('2026-11-23T10:00:00.000Z');
    const wrong = async () => tryLogin(app, 'tokyo@demo.test', 'not the password');
    for (let times = 0; times < 5; times += 1) await wrong();
    await changeUser(
      api.world.store,
      api.users.factory,
      { type: 'DeactivateUser' },
      { metadata: testMetadata() },
    );
    expect(await send()).toBe(1);
    expect(mailsTo('direction@maison.test')).toHaveLength(3);
    expect(mailsTo('autre@maison.test')).toHaveLength(1);
    clock.advance(2 * 60_000);
    // The lock is over: the week is sent late, and no other one.
    expect(await send()).toBe(1);
    expect(mailsTo('tokyo@maison.test')).toHaveLength(3);
  });

  it('never bring weeks that were missed', async () => {
    at('2026-12-14T10:00:00.000Z');
    expect(await send()).toBe(2);
    expect(clock.now().getTime() - Date.parse('2026-11-23T10:00:00.000Z')).toBe(21 * DAY_MS);
    expect((await events('admin')).at(-1)).toMatchObject({ data: { week: '2026-12-07' } });
  });
});
