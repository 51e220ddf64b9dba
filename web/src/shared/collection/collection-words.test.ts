import { describe, expect, it } from 'vitest';
import { wishOf } from './collection-words.ts';

type Piece = Parameters<typeof wishOf>[0];
const HERE: Piece['custody'] = {
  kind: 'site',
  site_id: 1,
  site_name: 'Paris',
  shipment_id: null,
  to_client: false,
};
const wished = (rma_status_id: number, custody: Partial<Piece['custody']> = {}): Piece => ({
  rma_status_id,
  custody: { ...HERE, ...custody },
  collection: { kind: 'delivery', shop_id: null, shop_name: 'Paris', by_client: true },
});

describe('a wish to have the piece delivered', () => {
  it('says what the house does next: the workshop sends it, then the shop, then nothing while it is on its way', () => {
    expect(wishOf(wished(8))).toBe('delivery.early');
    expect(wishOf(wished(15))).toBe('delivery.back');
    expect(wishOf(wished(15, { kind: 'shipment', site_id: null, to_client: true }))).toBe('delivery.moving');
    expect(wishOf(wished(14, { kind: 'shipment', site_id: null, to_client: true }))).toBe('delivery.moving');
  });
});
