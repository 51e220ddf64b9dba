import { rmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { dataOf, type Reply } from '../testing/testing-reply.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositedBy, openDeposits, TODAY, type DepositWorldOverHttp } from './testing-deposits.ts';

const PHONE_WORDS = 'Incorrect phone number format (modify it in the CRM and try again)';

let world: DepositWorldOverHttp;
let deposit: DepositWorldOverHttp['deposit'];

beforeAll(async () => {
  world = await openDeposits();
  ({ deposit } = world);
});
afterAll(() => world.api.close());

async function everything(): Promise<number> {
  const { rows } = await world.api.world.pool.query<{ all: number }>(
    `select (select count(*) from events) + (select count(*) from blobs) as all`,
  );
  return rows[0]?.all ?? 0;
}

const without = (...fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, undefined]));

describe('every mandatory field has its own sentence (product/deposit.md §1)', () => {
  it.each<[string, string, string, object, object]>([
    ['firstname', 'firstname_required', 'Please enter the first name', {}, without('firstname')],
    ['lastname', 'lastname_required', 'Please enter the last name', {}, without('lastname')],
    ['phone_code', 'phone_code_required', 'Please enter the phone code', {}, { phone_code: '' }],
    ['phone', 'phone_required', 'Please enter the phone number', {}, without('phone')],
    ['phone', 'invalid_phone', PHONE_WORDS, {}, { phone: '12' }],
    ['phone', 'invalid_phone', PHONE_WORDS, {}, { phone_code: '1', phone: '612345678' }],
    ['email', 'email_required', 'Please enter the email', {}, without('email')],
    ['email', 'email_required', 'Please enter the email', {}, { email: '' }],
    ['email', 'email_required', 'Please enter the email', {}, { email: 'null' }],
    ['email', 'email_invalid', 'Please enter a valid email', {}, { email: 'camille@' }],
    ['country', 'country_required', 'Please select the country', {}, without('country')],
    ['country', 'country_unknown', 'Please select the country', {}, { country: 'ZZ' }],
    ['province', 'province_required', 'Please select the province', {}, { province: '' }],
    ['city', 'city_required', 'Please select the city', {}, { city: ' ' }],
    ['address', 'address_required', 'Please enter the address', {}, without('address')],
    ['receiver_name', 'receiver_name_required', 'Please enter the receiver name', {}, { receiver_name: '' }],
    [
      'receiver_phone',
      'receiver_phone_required',
      'Please enter the receiver phone',
      {},
      { receiver_phone: '' },
    ],
    [
      'receiver_phone',
      'receiver_phone_required',
      'Please enter the receiver phone',
      {},
      { receiver_phone: 'at home' },
    ],
    ['language', 'language_required', 'Please select the language', {}, { language: 'tlh' }],
    ['platform_type', 'platform_type_required', 'Please select the type', {}, without('platform_type')],
    [
      'fulfilled_date',
      'fulfilled_date_required',
      'Please select the fulfilled date',
      {},
      without('fulfilled_date'),
    ],
    [
      'original_order_id',
      'original_order_id_required',
      'Please enter the original order id',
      {},
      without('original_order_id'),
    ],
    [
      'original_order_number',
      'original_order_number_required',
      'Please enter the original order number',
      {},
      without('original_order_number'),
    ],
    ['items', 'items_required', 'Please add a product', {}, { items: [] }],
    ['items.0.reasons', 'reasons_required', 'Please select a reason for every product', { reasons: [] }, {}],
    [
      'items.0.purchase_date',
      'purchase_date_required',
      'Please select the purchase date',
      without('purchase_date'),
      {},
    ],
    [
      'items.0.purchase_date',
      'purchase_date_required',
      'Please select the purchase date',
      { purchase_date: '2025-02-29' },
      {},
    ],
    [
      'items.0.purchase_date',
      'purchase_date_future',
      'The purchase date is in the future',
      { purchase_date: '2026-11-22' },
      {},
    ],
    [
      'items.0.maintenance_amount',
      'maintenance_amount_required',
      'Please enter the repair fee',
      without('maintenance_amount'),
      {},
    ],
    [
      'items.0.invoice_number',
      'invoice_number_required',
      'Please enter the invoice number',
      { invoice_number: '' },
      {},
    ],
    [
      'items.0.total_weight',
      'total_weight_required',
      'Please enter the total weight',
      { total_weight: 0 },
      {},
    ],
    [
      'items.0.store_remark',
      'store_remark_required',
      'Please enter the store remark for the waived fee',
      { is_waived_fee: true },
      {},
    ],
    [
      'items.0.extended_warranty_proof',
      'extended_warranty_proof_required',
      'Please upload the proof of the extended warranty',
      { extended_warranty: true },
      {},
    ],
    [
      'items.0.warranty_override.reason',
      'warranty_override_reason_required',
      'Please enter why the warranty is set manually',
      { warranty_override: { in_warranty: true, reason: '' } },
      {},
    ],
    [
      'items.0.exchange_survey.comment',
      'exchange_comment_required',
      'Please enter the exchange survey comment',
      { exchange_survey: { reason: 'other', comment: '' } },
      {},
    ],
    [
      'items.0.exchange_survey.reason',
      'exchange_survey_required',
      'Please select the exchange survey reason',
      { exchange_survey: { reason: 'because', comment: 'so' } },
      {},
    ],
  ])('%s: %s', async (path, code, message, item, head) => {
    const before = await everything();
    const { status, body } = await deposit(item, head);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, errors: [{ path, code, message }] });
    expect(await everything()).toBe(before);
  });

  it('several at once are all reported', async () => {
    const { body } = await deposit({ purchase_date: '2026-11-22' }, { phone: '12', province: '', email: '' });
    expect(body.errors?.map(({ path }) => path)).toEqual([
      'phone',
      'email',
      'province',
      'items.0.purchase_date',
    ]);
  });
});

/** The deposit as the shop's screen shows it. */
const shownOf = async (reply: Reply) =>
  dataOf(rmaView, await world.call('paris', 'GET', `/rma/${depositedBy(reply).id}`));

describe('names as people have them', () => {
  it.each([
    ['王', '小明', '小明王'],
    ['فاطمة', 'الزهراء', 'فاطمة الزهراء'],
    ['Zoë 💎', "O'Neill-Łuczak", "Zoë 💎 O'Neill-Łuczak"],
    ['', 'Suharto', 'Suharto'],
    ['Ronaldinho', ' ', 'Ronaldinho'],
  ])('%s %s', async (firstname, lastname, fullname) => {
    const reply = await deposit({}, { firstname, lastname });
    expect(reply.status).toBe(200);
    const shown = await shownOf(reply);
    expect(shown).toMatchObject({ fullname, fullphone: '+33 612345678' });
    expect(shown.items[0]).toMatchObject({ fullname, received_date: TODAY, fullphone: '+33 612345678' });
  });

  it.each([
    ['06 12 34 56 78', '612345678'],
    ['+33 6 12 34 56 78', '612345678'],
    ['٠٦١٢٣٤٥٦٧٨', '612345678'],
    ['６１２３４５６７８', '612345678'],
  ])('a phone typed as %s is kept as it is dialled', async (phone, kept) => {
    const reply = await deposit({}, { phone_code: '33', phone });
    const shown = await shownOf(reply);
    expect(shown).toMatchObject({ phone: kept, fullphone: `+33 ${kept}` });
  });

  it.each(['+81 90 1234 5678', '612345678 ext. 12'])(
    '%s is no number of the chosen country',
    async (phone) => {
      const { status, body } = await deposit({}, { phone_code: '33', phone });
      expect({ status, errors: body.errors }).toMatchObject({
        status: 400,
        errors: [{ code: 'invalid_phone' }],
      });
    },
  );

  it('one of both names is enough, and without either both are asked for', async () => {
    const { status, body } = await deposit({}, { firstname: '  ', lastname: '' });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ code: 'firstname_required' }, { code: 'lastname_required' }]);
  });

  it('marks that turn the reading direction around are left out, and a name has something to see', async () => {
    const reply = await deposit({}, { firstname: 'abc\u202Egnp', lastname: '\u2067Roux' });
    const shown = await shownOf(reply);
    expect(shown.fullname).toBe('abcgnp Roux');
    const refused = await deposit({}, { lastname: '\u200b\u202e' });
    expect(refused.body.errors).toMatchObject([{ path: 'lastname', code: 'lastname_required' }]);
  });

  it('a number or a list that is too large is not reported as a long text', async () => {
    const { body } = await deposit({ total_weight: 1e9 }, {});
    expect(body.errors).toEqual([
      { path: 'items.0.total_weight', code: 'invalid_value', message: 'This value is not allowed' },
    ]);
  });

  it('10,000 characters are too long, and say so', async () => {
    const { status, body } = await deposit({}, { firstname: '王'.repeat(10_000) });
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [
        {
          path: 'firstname',
          code: 'text_too_long',
          message: 'The text is too long (a remark has at most 120 words)',
        },
      ],
    });
  });
});
