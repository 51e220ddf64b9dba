import { describe, expect, it } from 'vitest';
import { type Custody, micros } from '../kernel.ts';
import { custodyChain, holderOf, type CustodyEvent, type Recorded } from './chain.ts';
import { chainAt } from './testing-chain.ts';

const by = { userId: 100, workerId: null };
const site = (siteId: number): Custody => ({ kind: 'site', siteId });
const inPackage: Custody = { kind: 'shipment', shipmentId: 11, from: 1, to: 20 };

const recorded = (event: CustodyEvent, position: number): Recorded<CustodyEvent> => ({ ...event, position });
const deposited = (position: number, time: string) =>
  // Of a deposit only the store says who holds the piece.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  recorded({ type: 'ItemDeposited', data: { storeId: 1, createdAt: time } } as CustodyEvent, position);
const passes = (from: Custody, to: Custody, position: number, time: string) =>
  recorded({ type: 'CustodyTransferred', data: { from, to, at: time } }, position);
const replaced = (position: number, time: string) =>
  recorded(
    {
      type: 'ItemReplaced',
      data: {
        oldPiece: { sku: 'RING-1', serial: null, keptBy: 20 },
        newPiece: { sku: 'RING-2', serial: null, size: null },
        at: time,
        by,
      },
    },
    position,
  );

const SENT = [
  deposited(10, '2026-03-02T09:00:00.1Z'),
  passes(site(1), inPackage, 20, '2026-03-02T10:00:00.000005Z'),
  passes(inPackage, site(20), 30, '2026-03-02T11:00:00Z'),
];

describe('the chain of custody', () => {
  it('begins with the store, and each holder ends where the next begins', () => {
    expect(custodyChain(SENT)).toEqual([
      {
        piece: 0,
        holder: site(1),
        enteredAt: '2026-03-02T09:00:00.100000Z',
        enteredPosition: 10,
        leftAt: '2026-03-02T10:00:00.000005Z',
        leftPosition: 20,
      },
      {
        piece: 0,
        holder: inPackage,
        enteredAt: '2026-03-02T10:00:00.000005Z',
        enteredPosition: 20,
        leftAt: '2026-03-02T11:00:00.000000Z',
        leftPosition: 30,
      },
      {
        piece: 0,
        holder: site(20),
        enteredAt: '2026-03-02T11:00:00.000000Z',
        enteredPosition: 30,
        leftAt: null,
        leftPosition: null,
      },
    ]);
  });

  it('has no holder before the deposit', () => {
    expect(custodyChain(SENT.slice(1))).toEqual([]);
    expect(holderOf(chainAt(custodyChain(SENT), '2026-03-02T09:00:00.099Z'))).toBeUndefined();
  });

  it('answers the holder of every moment, the first microsecond included', () => {
    const holderAt = (moment: string) => holderOf(chainAt(custodyChain(SENT), moment))?.holder;
    expect(holderAt('2026-03-02T09:00:00.1Z')).toEqual(site(1));
    expect(holderAt('2026-03-02T10:00:00.000004Z')).toEqual(site(1));
    expect(holderAt('2026-03-02T10:00:00.000005Z')).toEqual(inPackage);
    expect(holderAt('2026-03-02T10:59:59.999999Z')).toEqual(inPackage);
    expect(holderAt('2026-03-02T11:00:00Z')).toEqual(site(20));
  });

  it('goes on with the same holder when custody passes to who has it', () => {
    const same = passes(site(20), site(20), 40, '2026-03-02T12:00:00Z');
    expect(custodyChain([...SENT, same])).toEqual(custodyChain(SENT));
  });

  it('does not run backwards with a clock that did', () => {
    const early = passes(site(20), { kind: 'customer' }, 40, '2026-03-02T08:00:00Z');
    const [, , last, now] = custodyChain([...SENT, early]);
    expect(last).toMatchObject({ holder: site(20), leftAt: '2026-03-02T11:00:00.000000Z' });
    expect(now).toMatchObject({ holder: { kind: 'customer' }, enteredAt: '2026-03-02T11:00:00.000000Z' });
  });

  it('leaves each replaced piece with the factory, while the jewel goes on', () => {
    const chain = custodyChain([
      ...SENT,
      replaced(40, '2026-03-02T12:00:00Z'),
      replaced(50, '2026-03-02T13:00:00Z'),
    ]);
    expect(holderOf(chain)?.holder).toEqual(site(20));
    expect(chain.filter((span) => span.piece > 0)).toMatchObject([
      { piece: 1, holder: { kind: 'factory-kept', siteId: 20 }, enteredPosition: 40, leftAt: null },
      { piece: 2, holder: { kind: 'factory-kept', siteId: 20 }, enteredPosition: 50, leftAt: null },
    ]);
  });
});

describe('moments to the microsecond', () => {
  it('sort as text', () => {
    expect(micros('2026-03-02T09:00:00Z')).toBe('2026-03-02T09:00:00.000000Z');
    expect(micros('2026-03-02T09:00:00.12Z')).toBe('2026-03-02T09:00:00.120000Z');
    expect(micros('2026-03-02T09:00:00.1234567Z')).toBe('2026-03-02T09:00:00.123456Z');
    expect(() => micros('yesterday')).toThrow(RangeError);
  });
});
