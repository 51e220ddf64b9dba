import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { describe, expect, it } from 'vitest';
import { actionsOf, type Asker } from './item-actions.ts';

const item = (over: Partial<ItemView>): ItemView =>
  ({
    rma_status_id: 1,
    repair_fee: 0,
    fee_settled: true,
    fee_paid: true,
    fee_open: 0,
    fee_to_return: 0,
    waived_fee: 0,
    holds: [],
    undo: null,
    custody: { kind: 'site', site_id: 1, site_name: 'Paris', shipment_id: null, to_client: false },
    ...over,
  }) as ItemView;

const clerk: Asker = {
  userId: 7,
  isShop: true,
  permissions: [
    'view prepare package page',
    'view receive package page',
    'take payment',
    'shop handover',
    'cancel or edit rma',
  ],
};
const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('what one may do with a piece', () => {
  it('at the shop: pack it, or cancel', () => {
    expect(actionsOf(item({}), clerk, NOW)).toEqual(['pack', 'cancel']);
  });

  it('asks for the fee before the handover', () => {
    const waiting = { rma_status_id: 15, repair_fee: 4000 };
    expect(actionsOf(item({ ...waiting, fee_settled: false, fee_paid: false }), clerk, NOW)).toEqual([
      'accept_fee',
      'hand_over',
      'reject',
      'hold',
      'store',
    ]);
    expect(actionsOf(item({ ...waiting, fee_paid: false, fee_open: 4000 }), clerk, NOW)).toEqual([
      'pay',
      'hand_over',
      'reject',
      'hold',
      'store',
    ]);
  });

  it.each([3, 17, 18, 19])('asks for a fee that was found at %i, before a bench', (rma_status_id) => {
    const found = item({ rma_status_id, repair_fee: 4000, fee_settled: false, fee_paid: false });
    expect(actionsOf(found, clerk, NOW)).toContain('accept_fee');
  });

  it('asks for no consent to a fee under review or waived', () => {
    expect(
      actionsOf(item({ rma_status_id: 3, repair_fee: 4000, fee_settled: false, waived_fee: 1 }), clerk, NOW),
    ).toEqual([]);
    expect(
      actionsOf(item({ rma_status_id: 15, repair_fee: 4000, fee_paid: false, waived_fee: 11 }), clerk, NOW),
    ).toEqual(['hand_over', 'reject', 'hold', 'store']);
  });

  it('hands over after an administrative close only while the shop still holds it', () => {
    expect(actionsOf(item({ rma_status_id: 16 }), clerk, NOW)).toEqual(['hand_over', 'hold']);
    const gone = {
      kind: 'customer' as const,
      site_id: null,
      site_name: null,
      shipment_id: null,
      to_client: false,
    };
    expect(actionsOf(item({ rma_status_id: 16, custody: gone }), clerk, NOW)).toEqual(['hold']);
  });

  it('takes the carrier’s proof of a piece on its way to its client, and of no other', () => {
    const door = { ...item({}).custody, kind: 'shipment' as const, site_id: null, to_client: true };
    const going = item({ rma_status_id: 14, custody: door });
    expect(actionsOf(going, clerk, NOW)).toContain('deliver');
    expect(actionsOf(going, clerk, NOW)).not.toContain('receive');
    expect(actionsOf(going, { ...clerk, permissions: ['logistic ship out'] }, NOW)).toContain('deliver');
    expect(actionsOf(going, { ...clerk, permissions: ['take payment'] }, NOW)).not.toContain('deliver');
    const toShop = item({ rma_status_id: 14, custody: { ...door, to_client: false } });
    expect(actionsOf(toShop, clerk, NOW)).not.toContain('deliver');
    const fromShop = actionsOf(item({ rma_status_id: 15, custody: door }), clerk, NOW);
    expect(fromShop).toContain('deliver');
    for (const action of ['hand_over', 'reject', 'store'] as const) expect(fromShop).not.toContain(action);
  });

  it('lets the shop edit what was said at the counter until the piece is taken home', () => {
    const editor = { ...clerk, permissions: ['cancel or edit rma', 'view request new rma page'] };
    const statuses = [1, 2, 8, 15, 16, 20, 21];
    const offered = statuses.filter((rma_status_id) =>
      actionsOf(item({ rma_status_id }), editor, NOW).includes('edit'),
    );
    expect(offered).toEqual([1, 2, 8, 15]);
    expect(actionsOf(item({}), { ...editor, isShop: false }, NOW)).not.toContain('edit');
  });

  it('releases a disputed piece before it is handed over', () => {
    const disputed = item({ rma_status_id: 15, holds: ['dispute'] });
    expect(actionsOf(disputed, clerk, NOW)).toEqual(['reject', 'release', 'store']);
  });

  it('hands a cancelled piece back', () => {
    expect(actionsOf(item({ rma_status_id: 20 }), clerk, NOW)).toEqual(['hand_back']);
  });

  it('offers undo to the move’s actor, for as long as the server says', () => {
    const undo = { until: '2026-11-20T10:05:00Z', by: 7 };
    expect(actionsOf(item({ rma_status_id: 5, undo }), { ...clerk, permissions: [] }, NOW)).toEqual(['undo']);
    expect(
      actionsOf(item({ rma_status_id: 5, undo: { ...undo, by: 8 } }), { ...clerk, permissions: [] }, NOW),
    ).toEqual([]);
    expect(actionsOf(item({ rma_status_id: 5, undo }), { ...clerk, permissions: [] }, NOW + 600_000)).toEqual(
      [],
    );
  });

  it('lets the bench move on, back, or give up', () => {
    const bench: Asker = { userId: 1, isShop: false, permissions: PERMISSIONS };
    expect(actionsOf(item({ rma_status_id: 8 }), bench, NOW)).toEqual([
      'move_on',
      'send_back',
      'edit_findings',
      'replace',
      'return_unrepaired',
      'override_fee',
      'hold',
    ]);
  });

  it('lets the shop ask for a waiver while there is a fee and nothing was shipped out', () => {
    const charged = { repair_fee: 4000, rma_status_id: 3 };
    const asks = (over: Partial<ItemView>) =>
      actionsOf(item({ ...charged, ...over }), clerk, NOW).includes('request_waiver');
    expect([0, 1, 10, 11].filter((waived_fee) => asks({ waived_fee }))).toEqual([0, 10]);
    expect([1, 2, 3, 17, 12, 13, 14, 15, 20].filter((rma_status_id) => asks({ rma_status_id }))).toEqual([
      1, 2, 3, 17, 12, 13,
    ]);
    expect(asks({ repair_fee: 0 })).toBe(false);
  });

  it('sets a fee by hand only with the permission to decide fees, and not once it is waived', () => {
    const judge: Asker = { userId: 1, isShop: false, permissions: ['decide waived fee'] };
    const sets = (over: Partial<ItemView>, asker = judge) =>
      actionsOf(item({ rma_status_id: 3, ...over }), asker, NOW).includes('override_fee');
    expect(sets({})).toBe(true);
    expect(sets({ waived_fee: 11 })).toBe(false);
    expect(sets({ rma_status_id: 14 })).toBe(false);
    expect(sets({}, clerk)).toBe(false);
  });

  it('offers 13 to a replaced piece before the benches, and to no other', () => {
    const hand: Asker = { userId: 1, isShop: false, permissions: ['repaired'] };
    expect(actionsOf(item({ rma_status_id: 3, outcome: 'replaced' }), hand, NOW)).toContain('move_on');
    expect(actionsOf(item({ rma_status_id: 3, outcome: null }), hand, NOW)).not.toContain('move_on');
  });
});
