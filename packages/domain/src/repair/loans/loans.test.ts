import { describe, expect, it } from 'vitest';
import { addDays } from '../../calendar.ts';
import { SYSTEM } from '../../kernel.ts';
import { collectPieces } from '../../processes/collect.ts';
import { signPieces } from '../../processes/sign-pieces.ts';
import { at, FACTORY, given, PARIS, START, TOKYO, World, depositItem } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import { toItemRow } from '../row.ts';
import { Status } from '../../shared/status.ts';
import type { LoanFacts } from './loan-events.ts';
import { isLoanOverdue } from './due.ts';
import type { LoanAtPickup } from './loan.ts';
import { openLoan } from './loans.ts';

const TODAY = START.slice(0, 10);
const LATER = addDays(TODAY, 60);
const RING: LoanFacts = {
  description: 'Plain silver ring',
  code: 'LOAN-7',
  value: { amount: 45_000, currency: 'EUR' },
  dueOn: LATER,
  condition: null,
};
const handOut =
  (loan: LoanFacts = RING, site = PARIS, today = TODAY) =>
  (world: World) =>
    world.on(1, { type: 'HandOutLoan', loan, today }, at(site));
const change =
  (loan: LoanFacts, today = TODAY) =>
  (world: World) =>
    world.on(1, { type: 'ChangeLoan', loan, today }, at(PARIS));
const takeBack =
  (site = PARIS) =>
  (world: World) =>
    world.on(1, { type: 'ReturnLoan', condition: ' a new scratch ' }, at(site));
const cancel = (reason: string) => (world: World) => world.on(1, { type: 'CancelLoan', reason }, at(PARIS));
const lent = (status: Parameters<typeof worldAt>[0] = Status.Created) => {
  const world = worldAt(status);
  return world.run(handOut()(world));
};

describe('a loan piece is handed out (product/repair.md §21)', () => {
  it('by the shop of the piece, from the deposit until the repair ends', () => {
    for (const status of [1, 2, 4, 13, 14, 15] as const) given(worldAt(status)).when(handOut()).thenDone();
    for (const status of [16, 20, 21] as const)
      given(worldAt(status)).when(handOut()).thenRejected('illegal_transition');
    given(worldAt(4)).when(handOut(RING, FACTORY)).thenRejected('custody_elsewhere');
    given(worldAt(15)).when(handOut(RING, TOKYO)).thenRejected('custody_elsewhere');
  });

  it('one at a time: a second one once the first is back', () => {
    given(lent()).when(handOut()).thenRejected('loan_open');
    const world = lent().after(takeBack()).after(handOut());
    expect(world.item(1).loans.map(({ loan, state }) => [loan, state])).toEqual([
      [1, 'returned'],
      [2, 'out'],
    ]);
  });

  it('with words, a day that is not past, and a value that can be', () => {
    given(worldAt(1))
      .when(handOut({ ...RING, description: ' ' }))
      .thenRejected('invalid_input');
    given(worldAt(1))
      .when(handOut({ ...RING, dueOn: addDays(TODAY, -1) }))
      .thenRejected('invalid_input');
    given(worldAt(1))
      .when(handOut({ ...RING, dueOn: '2026-02-30' }))
      .thenRejected('invalid_input');
    const value = { amount: -1, currency: 'EUR' };
    given(worldAt(1))
      .when(handOut({ ...RING, value }))
      .thenRejected('invalid_input');
    given(worldAt(1))
      .when(handOut({ ...RING, dueOn: TODAY, value: null, code: null }))
      .thenDone();
  });

  it('with the deposit itself', () => {
    const world = new World().deposit(100, [depositItem(1, { loan: RING }), depositItem(2)]);
    expect([openLoan(world.item(1))?.description, openLoan(world.item(2))]).toEqual([RING.description, null]);
    expect(toItemRow(world.item(1)).loan_due).toBe(LATER);
  });
});

describe('a loan that is out', () => {
  it('comes back once, with how it looks; also to the shop where the piece is collected', () => {
    const world = lent(15).after(takeBack());
    expect(world.item(1).loans).toMatchObject([{ state: 'returned', ended: { note: 'a new scratch' } }]);
    expect(toItemRow(world.item(1)).loan_due).toBeNull();
    given(world).when(takeBack()).thenRejected('loan_absent');
    given(lent(15)).when(takeBack(TOKYO)).thenRejected('custody_elsewhere');
    const elsewhere = lent(15);
    const wish = { type: 'ChooseCollection', kind: 'other_shop', shopId: TOKYO, fee: null } as const;
    elsewhere.run(elsewhere.on(1, wish, SYSTEM));
    given(elsewhere).when(takeBack(TOKYO)).thenDone();
  });

  it('is corrected; the same again writes nothing, and a day that has passed may stay', () => {
    const world = lent().after(change({ ...RING, description: 'Gold ring', dueOn: addDays(LATER, 7) }));
    expect(openLoan(world.item(1))).toMatchObject({ description: 'Gold ring', dueOn: addDays(LATER, 7) });
    given(lent()).when(change(RING)).thenNothing();
    given(lent())
      .when(change({ ...RING, code: null }, addDays(LATER, 3)))
      .thenDone();
    given(lent())
      .when(change({ ...RING, dueOn: addDays(LATER, 1) }, addDays(LATER, 3)))
      .thenRejected('invalid_input');
    given(worldAt(1)).when(change(RING)).thenRejected('loan_absent');
  });

  it('is cancelled with a reason where nothing was lent', () => {
    given(lent()).when(cancel(' ')).thenRejected('reason_required');
    const world = lent().after(cancel('wrong repair'));
    expect(world.item(1).loans).toMatchObject([{ state: 'cancelled', ended: { note: 'wrong repair' } }]);
    given(world).when(cancel('again')).thenRejected('loan_absent');
  });

  it('is overdue the day after it was due', () => {
    expect([isLoanOverdue(RING, LATER), isLoanOverdue(RING, addDays(LATER, 1))]).toEqual([false, true]);
  });

  it('keeps no word of an erased client, and comes back all the same', () => {
    const world = lent(15);
    world.append({
      streamId: 'item-1',
      events: [{ type: 'ItemCustomerErased', data: { customerRef: 'customer-100', at: START } }],
    });
    expect(openLoan(world.item(1))).toMatchObject({ description: null, code: 'LOAN-7' });
    given(world).when(change(RING)).thenRejected('person_erased');
    expect(world.after(takeBack()).item(1).loans).toMatchObject([
      { state: 'returned', ended: { note: null } },
    ]);
  });
});

describe('the pickup of a piece with a loan', () => {
  const signed = () => {
    const world = lent(15);
    const pieces = [{ itemId: 1, signature: 'sig' }];
    return world.run(signPieces('pickup', pieces, world.states, world.ctx(at(PARIS))));
  };
  const collect = (said?: Partial<LoanAtPickup>) => (world: World) => {
    const loans =
      said && new Map([[1, { keptUntil: null, condition: null, today: TODAY, ...said }] as const]);
    return collectPieces(
      { itemIds: [1], payments: [], signature: 'sig', loans },
      world.states,
      world.ctx(at(PARIS)),
    );
  };

  it('is refused while nothing is said of the loan', () => {
    given(signed()).when(collect()).thenRejected('loan_open');
  });

  it('takes the loan back in the same decision', () => {
    const world = signed().after(collect({ condition: 'as before' }));
    expect(world.item(1).status).toBe(16);
    expect(world.item(1).loans).toMatchObject([{ state: 'returned', ended: { note: 'as before' } }]);
  });

  it('leaves the loan with the client where that is said, until a day that is not past', () => {
    given(signed())
      .when(collect({ keptUntil: addDays(TODAY, -1) }))
      .thenRejected('invalid_input');
    const world = signed().after(collect({ keptUntil: addDays(TODAY, 3) }));
    expect(world.item(1).status).toBe(16);
    expect(toItemRow(world.item(1)).loan_due).toBe(addDays(TODAY, 3));
    expect(world.after(takeBack()).item(1).loans).toMatchObject([{ state: 'returned' }]);
  });

  it('an automatic close leaves the loan visible', () => {
    const world = signed().after(collect({ keptUntil: LATER }));
    world.wait(15 * 86_400_000);
    world.run(world.on(1, { type: 'CloseItem' }, SYSTEM));
    expect([world.item(1).status, toItemRow(world.item(1)).loan_due]).toEqual([21, LATER]);
  });
});
