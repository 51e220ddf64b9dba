import { describe, expect, it } from 'vitest';
import { at, FACTORY, PARIS, START } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';
import { DAY_MS, SYSTEM, toInstant, toMs } from '../kernel.ts';
import type { ItemCommand } from './item/commands.ts';
import { toItemRow } from './row.ts';

const followUp: ItemCommand = { type: 'RecordFollowUp', result: 'Phone contacted', note: null };
const comment = (commentId: number, commentType: 1 | 2): ItemCommand => ({
  type: 'AddComment',
  commentId,
  commentType,
  text: 'x',
  email: null,
});

it('the row of a piece just deposited says all that is known of it, and nothing more', () => {
  expect(toItemRow(worldAt(1).item(1))).toEqual({
    id: 1,
    rma_id: 100,
    number: 'PAR-000001',
    store_id: PARIS,
    customer_ref: 'customer-100',
    linked_from: null,
    linked_to: null,
    delivery: 'store',
    status: 1,
    rank: 1,
    status_entered_at: START,
    stage_clock_from: null,
    stage_paused_since: null,
    stage_waits_for: null,
    stage_target_passed: false,
    created_at: START,
    progress: 1,
    cancelled: false,
    taken_at: null,
    administrative: false,
    clearing_run_id: null,
    handed_over_at: null,
    custody_kind: 'site',
    custody_site: PARIS,
    custody_from: null,
    custody_to: null,
    storage_safe: null,
    storage_tray: null,
    collect_kind: null,
    collect_shop: null,
    collect_by_client: false,
    loan_due: null,
    expected_likely: null,
    expected_latest: null,
    expected_first: null,
    expected_later: null,
    pickup_day: null,
    pickup_from: null,
    pickup_to: null,
    visible_sites: [PARIS],
    shipment_id: null,
    shipment_tracking: null,
    tracking_number: null,
    transfer_to: null,
    transfer_reason: null,
    transfer_needed_at: null,
    sku: 'RING-1',
    size: '52',
    product_name: 'Ring',
    product_kind: 'ring',
    is_gold: false,
    serial: 'S1',
    serial_key: 'S1',
    replaced_serial_keys: null,
    certificate_no: null,
    image_count: 0,
    released_pictures: [],
    purchase_date: '2025-06-01',
    invoice_number: 'INV-1',
    order_id: 'O1',
    order_number: 'ON1',
    is_under_warranty: true,
    warranty_until: '2027-06-01',
    total_180: 0,
    fee_amount: 0,
    fee_currency: 'EUR',
    fee_accepted: true,
    fee_settled: true,
    fee_asked: null,
    fee_paid: true,
    fee_paid_amount: 0,
    fee_open: 0,
    fee_to_return: 0,
    waiver: 0,
    waiver_requests: 0,
    holds: [],
    outcome: null,
    reasons: [1],
    sub_reasons: [11],
    factory_reasons: [],
    factory_sub_reasons: [],
    original_factory: null,
    quality_causes: [],
    quality_cause: null,
    quality_issue: null,
    stone_count: null,
    final_weight_mg: null,
    last_scan_target: null,
    last_scan_verdict: null,
    last_scan_at: null,
    last_scan_by: null,
    last_scan_worker: null,
    scanned_targets: [],
    scan_marks: [],
    last_worker_id: null,
    undo_until: null,
    undo_by: null,
    undo_worker: null,
    undo_shipment_id: null,
    store_comments: 0,
    factory_comments: 0,
    follow_ups: 0,
    last_follow_up_at: null,
    reminder_number: 0,
    reminder_at: null,
    to_call: false,
    call_escalated: false,
  });
});

describe('where the row says a piece is', () => {
  it('names both ends of a route, and the package', () => {
    expect(toItemRow(worldAt(2).item(1))).toMatchObject({
      custody_kind: 'shipment',
      custody_site: null,
      custody_from: PARIS,
      custody_to: FACTORY,
      shipment_id: 11,
      shipment_tracking: 'TRK-11',
      tracking_number: 'TRK-11',
    });
  });

  it('calls a piece that the factory keeps by its site, and one that another piece stands for settled', () => {
    const item = worldAt(13).item(1);
    expect(toItemRow({ ...item, custody: { kind: 'factory-kept', siteId: FACTORY } })).toMatchObject({
      custody_kind: 'factory-kept',
      custody_site: FACTORY,
    });
    expect(toItemRow({ ...item, custody: { kind: 'passed-on', itemId: 2 } })).toMatchObject({
      custody_kind: 'settled',
      custody_site: null,
    });
  });
});

describe('what the row says was written and called', () => {
  it('counts each side’s remarks, and dates the newest call', () => {
    const world = worldAt(15);
    world.run(world.on(1, comment(1, 1), at(PARIS))).run(world.on(1, comment(2, 1), at(PARIS)));
    world.run(world.on(1, comment(3, 2), at(PARIS)));
    world.run(world.on(1, followUp, at(PARIS)));
    world.wait(1_000).run(world.on(1, followUp, at(PARIS)));
    expect(toItemRow(world.item(1))).toMatchObject({
      store_comments: 2,
      factory_comments: 1,
      follow_ups: 2,
      last_follow_up_at: toInstant(world.now),
    });
  });

  it('asks for a call from the reminder until a call is recorded, escalated from the fourth on', () => {
    const world = worldAt(15);
    const arrived = toMs(world.item(1).enteredAt);
    const remindedAfter = (days: number) => {
      world.now = arrived + days * DAY_MS;
      world.run(world.on(1, { type: 'RemindCustomer' }, SYSTEM));
      return toItemRow(world.item(1));
    };
    expect(remindedAfter(21)).toMatchObject({
      reminder_number: 3,
      reminder_at: toInstant(arrived + 21 * DAY_MS),
      to_call: true,
      call_escalated: false,
    });
    expect(remindedAfter(28)).toMatchObject({ reminder_number: 4, to_call: true, call_escalated: true });
    world.run(world.on(1, followUp, at(PARIS)));
    expect(toItemRow(world.item(1))).toMatchObject({
      reminder_number: 4,
      to_call: false,
      call_escalated: false,
    });
  });
});

describe('what the row says of scans', () => {
  it('is who scanned it last, for what, and what waits for its move', () => {
    const world = worldAt(4);
    const scan: ItemCommand = { type: 'ScanItem', target: 6, shipmentId: null, trackingNumber: null };
    const by = at(FACTORY, 7);
    world.run(world.on(1, scan, by));
    const when = toInstant(world.now);
    expect(toItemRow(world.item(1))).toMatchObject({
      last_scan_target: 6,
      last_scan_verdict: 'accepted',
      last_scan_at: when,
      last_scan_by: by.userId,
      last_scan_worker: 7,
      scanned_targets: [6],
      scan_marks: [{ target: 6, at: when, by: by.userId, worker: 7 }],
    });
  });
});

describe('what the row says of the last move', () => {
  it('is who may take it back, and until when (product/repair.md §11)', () => {
    const world = worldAt(3);
    const moved = toMs(world.item(1).enteredAt);
    expect(toItemRow(world.item(1))).toMatchObject({
      undo_until: toInstant(moved + 10 * 60_000),
      undo_by: at(FACTORY).userId,
      undo_worker: null,
      undo_shipment_id: 11,
    });
  });

  it('offers no undo to what was sent: its package is unsent whole', () => {
    expect(toItemRow(worldAt(2).item(1))).toMatchObject({ undo_until: null, undo_by: null });
  });
});

describe('what the row says of a piece that is gone', () => {
  it('is when its owner took it, and that it was no clearing', () => {
    const item = worldAt(16).item(1);
    expect(toItemRow(item)).toMatchObject({
      status: 16,
      taken_at: item.enteredAt,
      administrative: false,
      clearing_run_id: null,
      handed_over_at: item.enteredAt,
    });
  });
});
