import { rmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { dataOf, type Reply } from '../testing/testing-reply.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositedBy, openDeposits, pictureIn, type DepositWorldOverHttp } from './testing-deposits.ts';

let world: DepositWorldOverHttp;

/** Saturday afternoon in Paris, past midnight in Tokyo. */
beforeAll(async () => {
  world = await openDeposits('2026-11-21T16:00:00Z');
});
afterAll(() => world.api.close());

const survey = { exchange_survey: { reason: 'other', comment: 'bought it yesterday' } };
const bought = (purchase_date: string) => ({ purchase_date, ...survey });
const inTokyo = async (item: object) =>
  world.deposit({ ...item, images: [await pictureIn(world, 'TYO')] }, {}, 'tokyo');

describe('a day is the store’s own', () => {
  it('the received date is the day on the shop’s wall', async () => {
    const [paris, tokyo] = [await world.deposit(bought('2026-11-20')), await inTokyo(bought('2026-11-20'))];
    const dayOf = async (who: 'paris' | 'tokyo', id: number) =>
      dataOf(rmaView, await world.call(who, 'GET', `/rma/${id}`)).items[0]?.received_date;
    expect(await dayOf('paris', depositedBy(paris).id)).toBe('2026-11-21');
    expect(await dayOf('tokyo', depositedBy(tokyo).id)).toBe('2026-11-22');
  });

  it('what is today in Tokyo is tomorrow in Paris', async () => {
    expect((await inTokyo(bought('2026-11-22'))).status).toBe(200);
    const { status, body } = await world.deposit(bought('2026-11-22'));
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ path: 'items.0.purchase_date', code: 'purchase_date_future' }],
    });
  });

  it('the warranty ends on the anniversary there', async () => {
    const warranty = async (who: 'paris' | 'tokyo', answer: Reply) =>
      dataOf(rmaView, await world.call(who, 'GET', `/rma/${depositedBy(answer).id}`)).items[0]
        ?.is_under_warranty;
    expect(await warranty('paris', await world.deposit(bought('2024-11-22')))).toBe(true);
    expect(await warranty('tokyo', await inTokyo(bought('2024-11-22')))).toBe(false);
  });
});

describe('a young purchase is asked why it is not exchanged (product/deposit.md §4)', () => {
  it('six months minus a day old, and no more at six months', async () => {
    const { body } = await world.deposit({ purchase_date: '2026-05-22' });
    expect(body.errors).toEqual([
      {
        path: 'items.0.exchange_survey',
        code: 'exchange_survey_required',
        message: 'Please select the exchange survey reason',
      },
    ]);
    expect((await world.deposit({ purchase_date: '2026-05-21' })).status).toBe(200);
  });
});

describe('what the form demands is demanded here as well (product/deposit.md §2)', () => {
  it('the pictures', async () => {
    expect((await world.deposit({ images: [] })).body.errors).toEqual([
      { path: 'items.0.images', code: 'images_required', message: 'Please upload the images' },
    ]);
  });

  it('of gold the picture on the scale, the weight and the checked number', async () => {
    const { sku } = await world.api.world.db
      .selectFrom('products')
      .select('sku')
      .where('is_gold', '=', true)
      .orderBy('sku')
      .executeTakeFirstOrThrow();
    expect((await world.deposit({ product_sku: sku })).body.errors).toEqual([
      {
        path: 'items.0.gold_image',
        code: 'gold_image_required',
        message: 'Please upload the gold weight image',
      },
      { path: 'items.0.gold_weight', code: 'gold_weight_required', message: 'Please enter the gold weight' },
      {
        path: 'items.0.sequence_number',
        code: 'sequence_number_unchecked',
        message: 'Please check the sequence number',
      },
    ]);
  });

  it('of a piece that was repaired before why it comes again', async () => {
    const again = { serial_number: 'SN-AGAIN', invoice_number: 'PAPER-AGAIN' };
    expect((await world.deposit(again)).status).toBe(200);
    expect((await world.deposit(again)).body.errors).toEqual([
      {
        path: 'items.0.renew_reasons',
        code: 'renew_reasons_required',
        message: 'Please select at least one renew reason',
      },
    ]);
    expect((await world.deposit({ ...again, renew_reasons: ['clasp'] })).status).toBe(200);
  });
});
