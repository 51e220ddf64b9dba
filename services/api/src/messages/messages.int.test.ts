import { deposit, newDeposit } from '@atelier/application/commands/testing-commands.ts';
import { choiceToken } from '@atelier/application/messages/choice.queries.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { messagesResponse, wordingResponse } from '@atelier/contracts/messages/schema.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { choiceWords } from '@atelier/contracts/messages/template.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'admin']);
});
afterAll(() => calls.api.close());

const call: Calls['call'] = (...given) => calls.call(...given);
let clients = 0;
/** Each by another client, unless an address is given. */
const deposited = async (email = `client.${(clients += 1)}@house.test`): Promise<number> => {
  const given = await newDeposit(calls.api.world);
  return (await deposit(calls.services, { ...given, contact: { ...given.contact, email } })).itemId;
};
const messagesOf = async (itemId: number) =>
  dataOf(messagesResponse.shape.data, await call('paris', 'GET', `/messages?rma_item_id=${itemId}`));
const tokenOf = async (itemId: number) => choiceToken(TEST_KEY, await calls.rmaOf(itemId));

let address = 0;
const page = (token: string, form?: string) =>
  calls.app.inject({
    url: `/messages/${token}`,
    remoteAddress: `203.0.113.${(address += 1)}`,
    ...(form !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    }),
  });

describe('a customer who wants no messages (product/messages.md §5)', () => {
  it('says so by the link, without a script and in their language, and takes it back', async () => {
    const itemId = await deposited();
    const token = await tokenOf(itemId);
    const shown = await page(token);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(shown.body).toContain(choiceWords('fr').wanted);
    expect((await page(token, 'declined=1')).body).toContain(choiceWords('fr').declined);
    expect(await messagesOf(itemId)).toMatchObject({ declined: true, messages: [] });
    expect((await page(token, 'declined=0')).body).toContain(choiceWords('fr').wanted);
    expect(await messagesOf(itemId)).toMatchObject({ declined: false });
  });

  it('says so in one step of the mail program (RFC 8058), however often it is sent', async () => {
    const itemId = await deposited();
    const token = await tokenOf(itemId);
    await page(token, 'List-Unsubscribe=One-Click');
    await page(token, 'List-Unsubscribe=One-Click');
    expect(await messagesOf(itemId)).toMatchObject({ declined: true });
    const { rows } = await calls.api.world.pool.query(
      `select from events where type = 'MessagesDeclined' and stream_id = (
         select 'message-choice-' || (data ->> 'customerRef') from events where stream_id = $1 and type = 'RmaDeposited')`,
      [`rma-${await calls.rmaOf(itemId)}`],
    );
    expect(rows).toHaveLength(1);
  });

  it('a guessed token, and one of another deposit, lead to nothing', async () => {
    const [one, other] = [await deposited(), await deposited()];
    const [mine, theirs] = [await tokenOf(one), await tokenOf(other)];
    const foreign = `${theirs.split('-')[0] ?? ''}${mine.slice(mine.indexOf('-'))}`;
    for (const wrong of ['x', foreign]) {
      const shown = await page(wrong, 'declined=1');
      expect(shown.statusCode).toBe(404);
      expect(REFERENCE_LANGUAGES.some((language) => shown.body.includes(choiceWords(language).unknown))).toBe(
        true,
      );
    }
    expect(await messagesOf(other)).toMatchObject({ declined: false });
  });

  it('can turn them on again only personally, also from the page of their repair', async () => {
    const itemId = await deposited();
    const body = { rma_item_id: itemId, declined: true };
    expect((await call('paris', 'POST', '/messages/choice', body)).status).toBe(200);
    const refused = await call('paris', 'POST', '/messages/choice', { ...body, declined: false });
    expect(refused).toMatchObject({
      status: 400,
      code: 'choice_of_client',
      body: { errors: [{ path: 'declined' }] },
    });
    expect(await messagesOf(itemId)).toMatchObject({ declined: true });
    const { data } = await call('paris', 'GET', `/rma/${await calls.rmaOf(itemId)}`);
    const reference: string = Reflect.get(data ?? {}, 'public_reference');
    const led = await calls.app.inject(`/api/customer/messages?rma_id=${reference}`);
    expect(led.statusCode).toBe(303);
    const token = String(led.headers.location).replace('/messages/', '');
    const inJapanese = await calls.app.inject(`/api/customer/messages?rma_id=${reference}&language=ja`);
    expect(inJapanese.headers.location).toBe(`/messages/${token}?language=ja`);
    expect((await calls.app.inject(`/messages/${token}?language=ja`)).body).toContain('<html lang="ja"');
    expect((await calls.app.inject(`/messages/${token}?language=xx`)).body).toContain('<html lang="fr"');
    expect((await page(token, 'declined=0')).statusCode).toBe(200);
    expect(await messagesOf(itemId)).toMatchObject({ declined: false });
    expect((await calls.app.inject('/api/customer/messages?rma_id=PAR-1')).statusCode).toBe(404);
  });

  it('is known by their address at any other deposit of it', async () => {
    const email = 'both@house.test';
    const [one, other] = [await deposited(email), await deposited(email)];
    await page(await tokenOf(one), 'declined=1');
    expect(await messagesOf(other)).toMatchObject({ declined: true });
    await page(await tokenOf(other), 'declined=0');
    expect(await messagesOf(one)).toMatchObject({ declined: false });
  });

  it('is recorded by the shop of the piece only', async () => {
    const itemId = await deposited();
    const body = { rma_item_id: itemId, declined: true };
    expect((await call('tokyo', 'POST', '/messages/choice', body)).status).toBe(404);
    expect((await call('tokyo', 'GET', `/messages?rma_item_id=${itemId}`)).status).toBe(404);
    expect((await call('paris', 'POST', '/messages/choice', body)).status).toBe(200);
    expect(await messagesOf(itemId)).toMatchObject({ declined: true });
  });
});

describe('senders and templates (product/messages.md §4)', () => {
  const wording = async () =>
    dataOf(wordingResponse.shape.data, await call('admin', 'GET', '/system/messages'));
  const draft = { kind: 'fee', language: 'fr', subject: 'Votre {{number}}', body: 'Ici : {{link}}' };

  it('are changed for one language, and back to the words of the program', async () => {
    const { kind, language, ...template } = draft;
    const change = (given: object | null) =>
      call('admin', 'POST', '/system/messages/template', { kind, language, template: given });
    const own = async () =>
      (await wording()).templates.filter((each) => each.own).map((each) => [each.kind, each.language]);
    expect((await change(template)).status).toBe(200);
    expect(await own()).toEqual([['fee', 'fr']]);
    expect((await change(null)).status).toBe(200);
    expect(await own()).toEqual([]);
  });

  it('are refused with the field and the place that is wrong', async () => {
    const wrong = { ...draft, subject: '{{customers}}', body: 'x' };
    for (const path of ['preview', 'test'])
      expect(await call('admin', 'POST', `/system/messages/${path}`, wrong)).toMatchObject({
        status: 400,
        body: {
          errors: [
            { path: 'subject', code: 'placeholder_unknown', value: 'customers' },
            { path: 'body', code: 'link_missing', value: 'link' },
          ],
        },
      });
  });

  it('are previewed with sample data', async () => {
    const { body } = await call('admin', 'POST', '/system/messages/preview', draft);
    expect(body.data).toMatchObject({ subject: 'Votre PAR-000123' });
  });

  it('a sender for all shops and one of a shop’s own; no address that is none, no shop that is none', async () => {
    const change = (body: object) => call('admin', 'POST', '/system/messages/sender', body);
    expect((await change({ site_id: null, name: 'Maison', address: 'no-person' })).body.errors).toMatchObject(
      [{ path: 'address' }],
    );
    expect((await change({ site_id: 999, name: 'Maison', address: 'a@b.test' })).body.errors).toMatchObject([
      { path: 'site_id' },
    ]);
    await change({ site_id: null, name: 'Maison', address: 'atelier@maison.test' });
    await change({ site_id: 1, name: 'Paris', address: 'paris@maison.test' });
    expect((await wording()).senders).toEqual([
      { site_id: null, name: 'Maison', address: 'atelier@maison.test' },
      { site_id: 1, name: 'Paris', address: 'paris@maison.test' },
    ]);
    await change({ site_id: 1, name: '', address: '' });
    expect((await wording()).senders).toHaveLength(1);
  });

  it('a test without a mail server says so', async () => {
    const { body } = await call('admin', 'POST', '/system/messages/test', draft);
    expect(body.data).toMatchObject({ outcome: 'not_configured' });
  });
});
