import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskEmail } from '@atelier/domain/customer-site/masked-contact.ts';
import { STORIES, openReadWorld, type ReadWorld } from '../repair-list/testing-reads.ts';

let reads: ReadWorld;
const get: ReadWorld['get'] = (...call) => reads.get(...call);
const items: ReadWorld['items'] = (...call) => reads.items(...call);
const post: ReadWorld['post'] = (...call) => reads.post(...call);

beforeAll(async () => {
  reads = await openReadWorld();
});

afterAll(() => reads.api.close());

describe('the dashboards', () => {
  it('answer their tiles, and each tile opens a list of that many', async () => {
    for (const person of ['paris', 'warehouse', 'admin'] as const) {
      const { data } = await get(person, '/dashboard/stats');
      for (const tile of [
        'ready_to_ship',
        'ready_to_ship_over_72h',
        'waiting_for_customer_over_week',
        'in_factory',
      ] as const) {
        const { total } = await items(person, `/rmalist?bucket=${tile}&page_size=200`);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own shape
        expect([person, tile, (data as Record<string, unknown>)[tile]]).toEqual([person, tile, total]);
      }
    }
  });

  it('waits for the counters with min_position, and answers all the same when they do not come', async () => {
    const { status, headers } = await get('paris', '/dashboard/stats?min_position=1');
    expect([status, headers['x-not-yet-shown']]).toEqual([200, undefined]);
    const late = await get('paris', '/dashboard/stats?min_position=999999999');
    expect([late.status, late.headers['x-not-yet-shown']]).toEqual([200, '1']);
  });

  it('has the board of the own site, of any site for administrators, of no other', async () => {
    expect((await get('factory', '/dashboard/board')).data).toMatchObject({ site: { id: 31 } });
    expect((await get('factory', '/dashboard/board?site_id=20')).status).toBe(404);
    expect((await get('admin', '/dashboard/board?site_id=20')).data).toMatchObject({ site: { id: 20 } });
    expect((await get('admin', '/dashboard/board')).status).toBe(400);
  });
});

describe("the customer's page", () => {
  const story = STORIES.find(({ item }) => item.some((event) => event.type === 'ItemStatusChanged'));
  if (story === undefined) throw new Error('no story');
  const { data } = story.rma[0] ?? {};
  const reference = data !== undefined && 'publicReference' in data ? data.publicReference : '';
  const number = `S${story.storeId}-R${story.rmaId}`;
  const last4 = String(10_000_000 + story.rmaId).slice(-4);
  const url = (id: string, more = '') => `/rma/currenct/status?rma_id=${encodeURIComponent(id)}${more}`;

  it('shows everything of product/customer-page.md §3 to a caller with the reference', async () => {
    const answer = await get(undefined, url(reference));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(answer.data).toMatchObject([
      {
        RmaID: number,
        lastname: `Name${story.rmaId}`,
        origin_invoice_number: `INV-${story.itemId}`,
        order_number: `ON-${story.rmaId}`,
      },
    ]);
    expect(answer.text).not.toContain('please hurry');
  });

  it('takes a plain number only with the last four digits', async () => {
    expect((await get(undefined, url(number, `&phone_last4=${last4}`))).status).toBe(200);
    expect((await get(undefined, url(number.toLowerCase(), `&phone_last4=${last4}`))).status).toBe(200);
    const unknown = await get(undefined, url('S9-R1', '&phone_last4=0000'));
    for (const guess of [
      url(number),
      url(number, '&phone_last4=0001'),
      url('nothing'),
      url(String(story.rmaId), `&phone_last4=${last4}`),
    ]) {
      const answer = await get(undefined, guess);
      expect([guess, answer.status, answer.text]).toEqual([guess, 404, unknown.text]);
      const { date: _d, ...headers } = answer.headers;
      const { date: _u, ...others } = unknown.headers;
      expect(Object.keys(headers)).toEqual(Object.keys(others));
    }
  });

  it('takes the number on the label of a piece as well', async () => {
    const label = await labelOf(story.itemId);
    expect(label).not.toBe(number);
    const answer = await get(undefined, url(label, `&phone_last4=${last4}`));
    expect([answer.status, answer.data]).toMatchObject([200, [{ RmaID: number }]]);
    expect((await get(undefined, url(label))).status).toBe(404);
  });

  it('hides address and phone from who came by four digits, not from who holds the link', async () => {
    const [byLink, byDigits] = [
      await get(undefined, url(reference)),
      await get(undefined, url(number, `&phone_last4=${last4}`)),
    ];
    const { email, phone } = contactIn(byLink.data);
    expect(phone).toMatch(/^\d{8,}$/);
    expect(contactIn(byDigits.data)).toEqual({ email: maskEmail(email), phone: `•••${last4}` });
  });

  it('counts wrong digits of a deposit over all callers and pages, and then answers like unknown', async () => {
    const other = STORIES.find(({ rmaId }) => rmaId !== story.rmaId);
    const otherNumber = `S${other?.storeId}-R${other?.rmaId}`;
    const right = `&phone_last4=${String(10_000_000 + (other?.rmaId ?? 0)).slice(-4)}`;
    const unknown = await get(undefined, url('S9-R1', '&phone_last4=0000'));
    const second = await reads.api.node();
    const asked = [
      (path: string) => get(undefined, path),
      async (path: string) => {
        const answer = await second.app.inject({ url: `/api${path}`, remoteAddress: '203.0.113.7' });
        return { status: answer.statusCode, text: answer.body };
      },
    ];
    expect((await get(undefined, url(otherNumber, right))).status).toBe(200);
    for (let guess = 0; guess < 10; guess += 1) {
      const wrong = `&phone_last4=${9000 + guess}`;
      const answer = await asked[guess % 2]?.(url(otherNumber, wrong));
      expect([answer?.status, answer?.text]).toEqual([404, unknown.text]);
    }
    for (const ask of asked) {
      const answer = await ask(url(otherNumber, right));
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
    // Another deposit, and the customer's own link, open as before.
    expect((await get(undefined, url(number, `&phone_last4=${last4}`))).status).toBe(200);
  });

  it('translates the reasons', async () => {
    const name = async (language: string) => {
      const answer = await get(undefined, url(reference, `&language=${language}`));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own shape
      return (answer.data as { rma_item_to_reason: { Name: string }[] }[])[0]?.rma_item_to_reason[0]?.Name;
    };
    const names = await Promise.all(['en', 'fr', 'ja', 'ar', 'zh-CN'].map(name));
    expect(new Set(names).size).toBe(5);
    expect(await name('xx')).toBe(names[0]);
  });

  it('answers 304 to who has it already, and again once something changed', async () => {
    const first = await get(undefined, url(reference));
    const etag = String(first.headers['etag']);
    const again = await get(undefined, url(reference), { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await get(undefined, url(reference, '&language=fr'), { 'if-none-match': etag });
    expect(other.status).toBe(200);
  });

  it('shows the steps with their times, the deposit last', async () => {
    const answer = await get(undefined, url(reference));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own shape
    const [shown] = answer.data as {
      RmaStatusHistory: { CreatedAt: string; Progress: number }[];
      Progress: number;
    }[];
    const steps = shown?.RmaStatusHistory ?? [];
    expect(steps.at(-1)?.Progress).toBe(1);
    expect(steps[0]?.Progress).toBe(shown?.Progress);
    expect(steps.map((step) => step.Progress)).toEqual(
      steps.map((step) => step.Progress).toSorted((a, b) => b - a),
    );
  });
});

async function labelOf(itemId: number): Promise<string> {
  return (await reads.raw()).find(({ id }) => id === itemId)?.number ?? '';
}

function contactIn(data: unknown): { email: string; phone: string } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own shape
  const [shown] = data as { email: string; phone: string }[];
  return { email: shown?.email ?? '', phone: shown?.phone ?? '' };
}

describe('packages in sight', () => {
  it('are not repairs, and an unused number can be asked about', async () => {
    expect((await get('paris', '/packages')).data).toEqual([]);
    expect((await get('paris', '/packagestatus?tracking_no=NEW-1')).data).toEqual({
      can_send: false,
      blocking: [{ code: 'not_found', item_id: null, number: null }],
      shipment: null,
    });
    expect((await get('paris', '/packageprice?tracking_no=NEW-1')).status).toBe(404);
    expect((await post('paris', '/trackingrma', { tracking_number: 'NEW-1' })).status).toBe(404);
    expect((await get('paris', '/packages?state=Lost')).status).toBe(400);
    expect((await get('paris', '/getSignature')).status).toBe(400);
  });
});
