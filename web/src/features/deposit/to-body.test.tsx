import { createRmaBody } from '@atelier/contracts/deposit/deposit-schema.ts';
import { describe, expect, it } from 'vitest';
import { emptyPiece, emptyRma, type PieceValues, type RmaValues } from './form-values.ts';
import { toBody } from './to-body.ts';

const rules = { currency: 'EUR', today: '2026-11-20' };

const filled = (piece: Partial<PieceValues>, over: Partial<RmaValues> = {}): RmaValues => ({
  ...emptyRma({ country: 'FR', dialCode: '33', language: 'fr' }),
  firstname: ' Camille ',
  lastname: 'Laurent',
  phone: '612345678',
  email: 'camille@example.test',
  address: '1 place Vendôme',
  receiver_name: 'Camille Laurent',
  receiver_phone: '+33 612345678',
  platform_type: 'store',
  fulfilled_date: '2025-01-10',
  original_order_id: '9001',
  original_order_number: 'ON-9001',
  ...over,
  items: [
    {
      ...emptyPiece(),
      invoice_number: 'INV-1',
      product_sku: 'sol-0417',
      purchase_date: '2025-01-10',
      reasons: [1],
      maintenance_amount: '1 040,50',
      total_weight: '3,2',
      images: ['a', 'b'],
      ...piece,
    },
  ],
});

const item = (piece: Partial<PieceValues>) => toBody(filled(piece), rules).items[0];

describe('the form as POST /rma takes it', () => {
  it('is what the contract accepts, with amounts in minor units', () => {
    const body = toBody(filled({}), rules);
    expect(createRmaBody.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({ firstname: 'Camille', delivery: 'store' });
    expect(body.items[0]).toMatchObject({
      product_sku: 'SOL-0417',
      maintenance_amount: 104_050,
      total_weight: 3.2,
      images: ['a', 'b'],
    });
  });

  it('carries gold with its picture and what the certificate says, not what was typed to find it', () => {
    const gold = {
      is_gold: true,
      gold_image: ['g'],
      gold_weight: '2.1',
      sequence_number: 'c12',
      sequence_checked: true,
      certificate_no: 'C12',
      certified_sequence: '000777',
    };
    expect(item(gold)).toMatchObject({
      gold_image: 'g',
      gold_weight: 2.1,
      certificate_no: 'C12',
      sequence_number: '000777',
    });
    expect(item({ ...gold, sequence_checked: false })).not.toHaveProperty('sequence_number');
    expect(item({ ...gold, is_gold: false })).not.toHaveProperty('gold_image');
  });

  it('sends a proof, an override and a counterfeit only while they are asked for', () => {
    const typed = {
      extended_warranty_proof: ['p'],
      override_reason: 'Goodwill',
      fake_image: ['f'],
      fake_remark: 'No hallmark',
    };
    expect(item({ ...typed, extended_warranty: true, warranty_override: 'in', is_fake: true })).toMatchObject(
      {
        extended_warranty_proof: 'p',
        warranty_override: { in_warranty: true, reason: 'Goodwill' },
        fake_product: { image: 'f', remark: 'No hallmark' },
      },
    );
    for (const name of ['extended_warranty_proof', 'warranty_override', 'fake_product'])
      expect(item(typed)).not.toHaveProperty(name);
  });

  it('leaves a survey and a remark behind that are no longer asked', () => {
    const survey = { survey_reason: 'other', survey_comment: 'Gift' };
    expect(item({ ...survey, purchase_date: '2026-11-01' })).toMatchObject({
      exchange_survey: { reason: 'other', comment: 'Gift' },
    });
    expect(item({ ...survey, purchase_date: '2025-01-10' })).not.toHaveProperty('exchange_survey');
    expect(item({ store_remark: 'typed, then not waived' })?.store_remark).toBe('');
  });

  it('carries the signature in the customer’s name', () => {
    const signature = { strokes: [], image: 'data:image/png;base64,AA' };
    expect(toBody(filled({}, { signature }), rules).signature).toEqual({
      strokes: [],
      signer_name: 'Camille Laurent',
      image: 'data:image/png;base64,AA',
    });
    expect(toBody(filled({}), rules)).not.toHaveProperty('signature');
  });
});
