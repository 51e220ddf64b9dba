import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { isFeePaid } from '@atelier/domain/repair/fees/fees.ts';
import { openLoan } from '@atelier/domain/repair/loans/loans.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { demoPeople } from '../people.ts';
import { DEMO_SEED, generateReference } from '../reference/generate.ts';
import { SITES } from '../reference/places.ts';
import { generateHistory } from './generate.ts';
import { countBy, Retold } from './testing.ts';

// Each generation is a second of work, and the machine may be shared.
vi.setConfig({ testTimeout: 60_000 });

const NOW = new Date('2026-11-20T10:00:00.000Z');
const PEOPLE = demoPeople(DEMO_SEED);
const history = generateHistory({ seed: DEMO_SEED, now: NOW, people: PEOPLE });
const told = new Retold(history.commands);
const events = history.commands.flatMap(({ streams }) => streams.flatMap((stream) => stream.events));

const siteId = (code: string) => SITES.find((site) => site.code === code)?.id ?? 0;
const ofShop = (code: string) => told.allItems.filter((item) => item.storeId === siteId(code));

describe('what the demo has to show', () => {
  const some = (what: string) => events.filter((event) => event.type === what).length;
  const moves = countBy(
    events.flatMap((event) => (event.type === 'ItemStatusChanged' ? [event.data.move] : [])),
    (move) => move,
  );

  it('contains every listed kind of status change', () => {
    const wanted = [
      'forward',
      'lateral',
      'rework',
      'recall',
      'override',
      'undo',
      'administrative',
      'undo-administrative',
      'cancel',
      'store-reject',
      'settlement',
      'closing',
    ];
    expect(wanted.filter((move) => !moves.has(move))).toEqual([]);
  });

  it('uses every kind of event of items and packages that these slices write', () => {
    const rare = [
      'HoldReleased',
      'ItemReplaced',
      'ItemFound',
      'ItemDeclaredLost',
      'ItemLinked',
      'TransferFlagged',
    ];
    const packages = [
      'ShipmentUnsent',
      'ShipmentCancelled',
      'ShipmentItemReceiptUndone',
      'ShipmentExtraSetApart',
    ];
    for (const type of [...rare, ...packages, 'FollowUpRecorded', 'PaymentRecorded', 'RmaContactChanged']) {
      expect(some(type), type).toBeGreaterThan(0);
    }
  });

  it('has a loan piece that is out and one that is overdue, both of Paris', () => {
    const today = NOW.toISOString().slice(0, 10);
    const due = ofShop('PAR').flatMap((item) => openLoan(item)?.dueOn ?? []);
    expect([due.some((day) => day >= today), due.some((day) => day < today)]).toEqual([true, true]);
  });

  it('has fees, waivers and payments in every state', () => {
    const waivers = countBy(told.allItems, (item) => item.waiver.code);
    expect([0, 1, 10, 11].filter((code) => !waivers.has(code))).toEqual([]);
    const taken = told.allItems.filter(
      (item) => item.custody.kind === 'customer' && item.status !== Status.Cancelled,
    );
    expect(taken.every(isFeePaid)).toBe(true);
    expect(some('FeeAccepted')).toBeGreaterThan(20);
    expect(countBy(told.allItems, (item) => String(item.warranty.inWarranty)).size).toBe(2);
  });

  it('finds every cause, locks what the rule locks, and ends in every outcome', () => {
    const causes = countBy(told.allItems, (item) => item.work.findings?.primaryCause ?? 'none');
    const wanted = [
      'Production Issue',
      'Design Issue',
      'Components Issue',
      'Customers Issue',
      'Expire Warranty',
    ];
    expect([...wanted, 'SAV Repair Issue'].filter((cause) => !causes.has(cause))).toEqual([]);
    const outcomes = countBy(told.allItems, (item) => item.work.outcome ?? 'none');
    expect(
      ['repaired', 'unrepaired', 'replaced', 'counterfeit'].filter((each) => !outcomes.has(each)),
    ).toEqual([]);
    expect(told.allItems.some((item) => item.total180 >= 3)).toBe(true);
    expect(
      countBy(
        told.allItems.flatMap((item) => item.holds),
        (hold) => hold,
      ).size,
    ).toBe(3);
  });

  it('clears one batch of forgotten jewels and takes another back, leaving out what was handed over', () => {
    const runs = [...told.runs.values()].filter((run) => run.kind === 'run');
    expect(runs.map((run) => run.state)).toEqual(['done', 'undone']);
    expect(runs[0]?.cleared.length).toBeGreaterThan(4);
    expect(runs[1]?.undo?.restored.length).toBeGreaterThan(2);
    expect(runs[1]?.undo?.skipped.map((each) => each.because)).toEqual(['already_handed_over']);
  });

  it('writes remarks of both kinds in the language of the shop', () => {
    const remarks = (code: string) => ofShop(code).flatMap((item) => item.remarks.comments);
    expect(new Set(remarks('PAR').map((comment) => comment.type))).toEqual(new Set([1, 2]));
    expect(
      remarks('TYO').every((comment) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(comment.text ?? '')),
    ).toBe(true);
    expect(remarks('DXB').every((comment) => /\p{Script=Arabic}/u.test(comment.text ?? ''))).toBe(true);
    expect(remarks('SHA').every((comment) => /\p{Script=Han}/u.test(comment.text ?? ''))).toBe(true);
  });

  it('names customers and their own purchases', () => {
    const { customers, invoices } = generateReference(NOW);
    const known = new Set(customers.map((customer) => `customer-${customer.id}`));
    expect(told.allItems.every((item) => known.has(item.customerRef))).toBe(true);
    const issued = new Map(invoices.map((invoice) => [invoice.invoice_no, invoice.issued_on]));
    const wrong = told.allItems.filter(
      ({ purchase }) => issued.get(purchase.invoiceNumber ?? '') !== purchase.purchaseDate,
    );
    expect(wrong).toEqual([]);
  });

  it('keeps a picture file for every hash that an event names', () => {
    const named = told.allItems.flatMap((item) => [
      ...item.images,
      ...item.work.measurements.photos,
      ...item.signatures.map((each) => each.signature ?? ''),
    ]);
    expect(named.length).toBeGreaterThan(1000);
    expect(named.filter((hash) => !history.files.has(hash))).toEqual([]);
    for (const [hash, file] of history.files) {
      expect(createHash('sha256').update(file).digest('hex')).toBe(hash);
      expect(file.subarray(1, 4).toString('latin1')).toBe('PNG');
    }
  });
});
