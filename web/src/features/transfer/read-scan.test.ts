import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import { describe, expect, it } from 'vitest';
import { readScan, verdictOfRefusal } from './read-scan.ts';

const piece = { id: 12, number: 'PAR-000012' } as ItemView;
const inBasket = { ...piece, factory: { id: 30, code: 'F', name: 'F', kind: 'factory' } } as TransferRow;
const hand = { basket: [], candidates: [piece], factory: 30 };

describe('a scan on the forwarding screen', () => {
  it.each(['PAR-000012', ' par-12 ', '12'])('%s puts the piece into the basket', (code) => {
    expect(readScan(code, hand)).toEqual({ kind: 'add', id: 12, number: 'PAR-000012' });
  });

  it('of a piece that is on no list is the server’s to decide', () => {
    expect(readScan('LYN-000099', hand)).toEqual({ kind: 'add', id: 99, number: 'LYN-000099' });
  });

  it('is unknown when it is no number, or another shop’s number with the same digits', () => {
    expect(readScan('1Z999/AA', hand)).toMatchObject({ verdict: 'unknown' });
    expect(readScan('TYO-000012', hand)).toMatchObject({ verdict: 'unknown' });
  });

  it('asks for the factory first', () => {
    expect(readScan('12', { ...hand, factory: null })).toMatchObject({ text: 'factoryFirst' });
  });

  it('of what lies in the basket is a repeat, unless it lies there for another factory', () => {
    expect(readScan('12', { ...hand, basket: [inBasket] })).toMatchObject({ verdict: 'already_done' });
    expect(readScan('12', { ...hand, basket: [inBasket], factory: 31 })).toMatchObject({ kind: 'add' });
  });
});

describe('a refused scan', () => {
  it.each([
    ['not_found', 'unknown'],
    ['item_cancelled', 'cancelled'],
    ['held_missing', 'held'],
    ['item_bound_elsewhere', 'wrong_package'],
    ['illegal_transition', 'wrong_stage'],
  ])('%s sounds like %s', (code, verdict) => {
    expect(verdictOfRefusal(code)).toBe(verdict);
  });
});
