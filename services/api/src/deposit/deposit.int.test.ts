import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STROKES } from '../testing/testing-bodies.ts';
import {
  depositedBy,
  openDeposits,
  soldPieces,
  type DepositWorldOverHttp,
  type SoldPiece,
} from './testing-deposits.ts';

const PHONE_WORDS = 'Incorrect phone number format (modify it in the CRM and try again)';

let world: DepositWorldOverHttp;
let sold: readonly SoldPiece[];
let deposit: DepositWorldOverHttp['deposit'];

beforeAll(async () => {
  world = await openDeposits();
  ({ deposit } = world);
  sold = await soldPieces(world.api.world);
});
afterAll(() => world.api.close());

describe('what the brand’s books say', () => {
  const elsewhere = () => sold.find((piece) => piece.site_id !== 1 && piece.cert_no === null);
  const bought = (piece: SoldPiece | undefined) => ({
    product_sku: piece?.sku,
    serial_number: piece?.serial,
    invoice_number: piece?.invoice_no,
    purchase_date: piece?.issued_on,
    maintenance_amount: 10_000_000,
    // Asked of a young piece only; no harm elsewhere.
    exchange_survey: { reason: 'other', comment: 'wanted it mended' },
  });

  it('an invoice of another store is good: a piece bought abroad may be repaired here', async () => {
    const { status, body } = await deposit(bought(elsewhere()));
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  });

  it('an invoice that sold something else, or on another day, is not', async () => {
    const piece = bought(elsewhere());
    const fresh = { ...piece, serial_number: '' };
    const other = sold.find(
      ({ sku: name, invoice_no, cert_no }) =>
        cert_no === null && name !== piece.product_sku && invoice_no !== piece.invoice_number,
    );
    expect((await deposit({ ...fresh, product_sku: other?.sku })).body.errors).toMatchObject([
      { path: 'items.0.invoice_number', code: 'invoice_other_product' },
    ]);
    expect((await deposit({ ...fresh, purchase_date: '2026-11-20' })).body.errors).toMatchObject([
      { path: 'items.0.purchase_date', code: 'purchase_date_not_invoiced' },
    ]);
  });

  it('the sequence number is compared with the certificate', async () => {
    const piece = sold.find(({ cert_no }) => cert_no !== null);
    const [image] = world.images;
    const gold = {
      ...bought(piece),
      gold_image: image,
      gold_weight: 2.5,
      certificate_no: piece?.cert_no,
      sequence_number: 'SQ-MISREAD',
    };
    expect((await deposit(gold)).body.errors).toMatchObject([
      { path: 'items.0.sequence_number', code: 'sequence_number_mismatch' },
    ]);
    const { rows } = await world.api.world.pool.query<{ sequence_number: string }>(
      'select sequence_number from certificates where cert_no = $1',
      [piece?.cert_no],
    );
    const { status } = await deposit({ ...gold, sequence_number: rows[0]?.sequence_number });
    expect(status).toBe(200);
  });

  it('the phone of the CRM is the CRM’s', async () => {
    const customer = await world.api.world.asked({ kind: 'store', siteId: 1 }, (trx) =>
      trx
        .selectFrom('customers')
        .selectAll()
        .where('phone_is_from_crm', '=', true)
        .where('country', '=', 'FR')
        .orderBy('id')
        .executeTakeFirstOrThrow(),
    );
    const named = { customer_id: customer.id };
    expect((await deposit({}, named)).body.errors).toEqual([
      { path: 'phone', code: 'phone_owned_by_crm', message: PHONE_WORDS },
    ]);
    const own = { ...named, phone_code: customer.phone_code, phone: customer.phone };
    expect((await deposit({}, own)).status).toBe(200);
    expect((await deposit({}, { customer_id: 1 })).body.errors).toMatchObject([
      { path: 'customer_id', code: 'customer_unknown' },
    ]);
  });
});

describe('the whole form reaches the record', () => {
  it('delivery, warranty by hand with its reason, and the signature in the same append', async () => {
    const reply = await deposit(
      { purchase_date: '2019-01-01', warranty_override: { in_warranty: true, reason: 'goodwill' } },
      { delivery: 'client', signature: { signer_name: 'Camille', strokes: STROKES } },
    );
    const id = depositedBy(reply).items[0]?.id;
    const { events } = await world.api.world.store.readStream(`item-${id}`);
    expect(events).toMatchObject([
      {
        type: 'ItemDeposited',
        data: {
          delivery: 'client',
          warranty: { inWarranty: true, override: { inWarranty: true, reason: 'goodwill' } },
        },
      },
      { type: 'SignatureRecorded', data: { kind: 'deposit', version: 1 } },
    ]);
    expect(new Set(events.map(({ recordedAt }) => recordedAt)).size).toBe(1);
    const signed = await world.call('paris', 'GET', `/getSignature?rma_item_id=${id}`);
    expect(signed.body.data).toMatchObject([{ kind: 'deposit', version: 1, signer_name: 'Camille' }]);
  });

  it('an empty signature is refused, and so is a picture that is none', async () => {
    const empty = await deposit({}, { signature: { strokes: [[]] } });
    expect(empty.body.errors).toMatchObject([{ path: 'signature.strokes', code: 'signature_required' }]);
    const forged = { strokes: STROKES, image: 'data:image/png;base64,SGVsbG8=' };
    expect((await deposit({}, { signature: forged })).body.errors).toMatchObject([
      { path: 'signature.image', code: 'invalid_image' },
    ]);
  });

  it('a sub-reason that is not offered is refused, not lost', async () => {
    expect((await deposit({ sub_reasons: [999_999] })).body.errors).toMatchObject([
      { path: 'items.0.sub_reasons', code: 'reason_not_offered' },
    ]);
  });

  it('a sub-reason of a reason that is not chosen is refused, not dropped', async () => {
    const { rows } = await world.api.world.pool.query<{ id: number }>(
      'select id from rma_sub_reasons where is_active and reason_id <> 1 order by id limit 1',
    );
    const answer = await deposit({ reasons: [1], sub_reasons: [rows[0]?.id] });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: 'items.0.sub_reasons', code: 'sub_reason_foreign' }]);
    expect((await deposit({ reasons: [999] })).body.errors).toMatchObject([
      { path: 'items.0.reasons', code: 'reason_not_offered' },
    ]);
  });

  it('the fee below the list is refused out of warranty', async () => {
    const { rows } = await world.api.world.pool.query<{ id: number; reason_id: number }>(
      `select s.id, s.reason_id from rma_sub_reasons s join rma_reasons r on r.id = s.reason_id
         join repair_fees f on f.sub_reason_id = s.id and f.country = 'FR' and f.amount > 0
        where s.is_active and r.is_active order by s.id limit 1`,
    );
    const out = {
      purchase_date: '2019-01-01',
      reasons: [rows[0]?.reason_id],
      sub_reasons: [rows[0]?.id],
      maintenance_amount: 0,
    };
    expect((await deposit(out)).body.errors).toMatchObject([
      { path: 'items.0.maintenance_amount', code: 'maintenance_amount_below_list' },
    ]);
    expect((await deposit({ ...out, maintenance_amount: 10_000_000 })).status).toBe(200);
  });
});
