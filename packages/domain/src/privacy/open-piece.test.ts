import { describe, expect, it } from 'vitest';
import { STATUSES } from '../shared/status.ts';
import { isOwed, owedPieces } from './open-piece.ts';

const ENDED = [16, 20, 21];

describe('a piece that is owed to its owner (product/privacy.md §3)', () => {
  it.each(STATUSES.map(({ id }) => id).filter((id) => !ENDED.includes(id)))(
    'is one at status %i',
    (status) => {
      for (const custody of ['site', 'shipment', 'customer'] as const)
        expect(isOwed({ status, custody, holds: [] })).toBe(true);
    },
  );

  it.each([
    ['handed over', 16, 'customer', false],
    ['cleared by the books, still in the shop', 16, 'site', true],
    ['cancelled and handed back', 20, 'customer', false],
    ['cancelled, still in the shop', 20, 'site', true],
    ['cancelled, under way', 20, 'shipment', true],
    ['closed', 21, 'customer', false],
    ['closed, the shop never wrote down the handover', 21, 'site', false],
    ['lost and settled', 21, 'settled', false],
    ['continued by a linked piece', 21, 'passed-on', false],
  ] as const)('%s', (_, status, custody, isOpen) => {
    expect(isOwed({ status, custody, holds: [] })).toBe(isOpen);
  });

  it('is one while it is disputed, whatever else', () => {
    expect(isOwed({ status: 21, custody: 'customer', holds: ['dispute'] })).toBe(true);
    expect(isOwed({ status: 21, custody: 'customer', holds: ['approval'] })).toBe(false);
  });

  it('is named by its id', () => {
    const handedOver = { id: 1, status: 16, custody: 'customer', holds: [] } as const;
    expect(owedPieces([handedOver, { ...handedOver, id: 2, status: 5 }])).toEqual([2]);
  });
});
