import { describe, expect, it } from 'vitest';
import { at, FACTORY, PARIS, START, WAREHOUSE } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';
import { isItemEvent } from '../personal-data.ts';
import { DEFAULT_POLICY } from '../policy.ts';
import { specify } from '../testing.ts';
import type { CommandContext, ItemCommand, MeasurementsInput } from './item/commands.ts';
import { itemDecider } from './testing-decider.ts';
import { FOLLOW_UP_RESULTS } from '../shared/item-facts.ts';
import { toItemRow } from './row.ts';
import { STATUSES, type StatusId } from '../shared/status.ts';

const context = (site: number): CommandContext => ({ now: START, actor: at(site), policy: DEFAULT_POLICY });
const { given } = specify(itemDecider, context(FACTORY));
const history = (status: StatusId) => (worldAt(status).logs.get('item-1') ?? []).filter(isItemEvent);
const by = { userId: FACTORY * 100, workerId: null };

describe('commands on one item', () => {
  it('knows nothing of an item that does not exist', () => {
    given().when({ type: 'CloseItem' }).thenRejected('not_found');
  });

  it('moves with one event that says from where, to where, when and by whom', () => {
    given(...history(4))
      .when({ type: 'ChangeItemStatus', target: 6 })
      .then({
        type: 'ItemStatusChanged',
        data: {
          from: 4,
          to: 6,
          move: 'forward',
          reason: null,
          enteredAt: START,
          at: START,
          by,
          siteId: FACTORY,
          runId: null,
        },
      });
  });

  it('adds a remark of 120 words at most, trimmed, in every status', () => {
    const add = (text: string): ItemCommand => ({
      type: 'AddComment',
      commentId: 7,
      commentType: 1,
      text,
      email: null,
    });
    given(...history(3))
      .when(add(' stone is loose '))
      .then({
        type: 'CommentAdded',
        data: {
          customerRef: 'customer-100',
          commentId: 7,
          commentType: 1,
          text: 'stone is loose',
          email: null,
          at: START,
          by,
        },
      });
    given(...history(3))
      .when(add('w '.repeat(121)))
      .thenRejected('text_too_long');
    given(...history(3))
      .when(add('  '))
      .thenRejected('text_required');
    for (const { id } of STATUSES) {
      given(...history(id))
        .when(add('still here'))
        .thenTypes('CommentAdded');
    }
  });

  it('refuses a remark once the customer is erased, because its words could not be kept', () => {
    const erased = { customerRef: 'customer-100' as const, at: START };
    given(...history(16), { type: 'ItemCustomerErased', data: erased })
      .when({ type: 'AddComment', commentId: 7, commentType: 1, text: 'call her', email: null })
      .thenRejected('person_erased');
  });

  it.each(FOLLOW_UP_RESULTS)('logs the follow-up "%s" while the jewel waits', (result) => {
    given(...history(15))
      .when({ type: 'RecordFollowUp', result, note: null }, context(PARIS))
      .thenTypes('FollowUpRecorded');
    given(...history(14))
      .when({ type: 'RecordFollowUp', result, note: null })
      .thenRejected('illegal_transition');
  });

  it('saves findings without a move, while the factory has the jewel', () => {
    const save: ItemCommand = { type: 'SaveFindings', findings: { cause: 'Design Issue' } };
    given(...history(4))
      .when(save)
      .thenTypes('FindingsSaved');
    given(...history(4))
      .when(save, context(WAREHOUSE))
      .thenRejected('custody_elsewhere');
    given(...history(1))
      .when(save, context(PARIS))
      .thenRejected('illegal_transition');
    given(...history(18))
      .when(save)
      .thenRejected('custody_elsewhere');
    given(...history(21))
      .when(save)
      .thenRejected('item_closed');
  });

  it('flags for another factory at 3 and 17, unpacked', () => {
    const flag: ItemCommand = { type: 'FlagForTransfer', toSiteId: 21 };
    given(...history(3))
      .when(flag)
      .thenTypes('TransferFlagged');
    given(...history(17))
      .when(flag)
      .thenTypes('TransferFlagged');
    given(...history(4))
      .when(flag)
      .thenRejected('illegal_transition');
    given(...history(3))
      .when({ type: 'FlagForTransfer', toSiteId: FACTORY })
      .thenRejected('wrong_destination');
    given(...history(3))
      .when({ type: 'UnflagTransfer' })
      .thenNothing();
  });

  it('leaves what takes a package along to the decisions that cross streams', () => {
    const world = worldAt(1).pack(11, 1, PARIS, FACTORY, [1]);
    const bound = (world.logs.get('item-1') ?? []).filter(isItemEvent);
    const cancel = { type: 'ChangeItemStatus', target: 20, reason: 'x' } as const;
    given(...bound)
      .when(cancel, context(PARIS))
      .thenRejected('needs_package');
    given(...bound)
      .when({ ...cancel, target: 3 })
      .thenRejected('needs_package');
    given(...history(2))
      .when({ type: 'ChangeItemStatus', target: 3 })
      .thenRejected('needs_receipt');
    given(...history(3))
      .when({ type: 'UndoMove' })
      .thenRejected('needs_receipt');
  });

  it('clears only marks that are there', () => {
    given(...history(3))
      .when({ type: 'ClearScans', target: 19 })
      .thenNothing();
  });
});

describe('the row of an item', () => {
  it('holds nothing of the contact', () => {
    const row = JSON.stringify(toItemRow(worldAt(15).item(1)));
    for (const personal of ['Ada', 'Byron', '612345678', 'ada@demo.test', '1 rue', 'pickup-']) {
      expect(row).not.toContain(personal);
    }
  });

  it('has every column in every status', () => {
    const columns = STATUSES.map(({ id }) => Object.keys(toItemRow(worldAt(id).item(1))).toSorted());
    expect(new Set(columns.map(String)).size).toBe(1);
    expect(
      STATUSES.map(({ id }) => Object.values(toItemRow(worldAt(id).item(1))).includes(undefined)),
    ).not.toContain(true);
  });

  it.each<[StatusId, readonly number[]]>([
    [1, [PARIS]],
    [2, [PARIS, FACTORY]],
    [3, [PARIS, FACTORY]],
    [14, [PARIS, FACTORY]],
    [18, [PARIS, FACTORY, 21]],
    [16, [PARIS, FACTORY]],
  ])('at %i is seen by the sites it is at, inbound to or was sent from: %j', (status, sites) => {
    expect(toItemRow(worldAt(status).item(1)).visible_sites).toEqual(sites);
  });

  it('shows the tracking number of the newest leg it travelled', () => {
    expect(toItemRow(worldAt(1).pack(11, 1, PARIS, FACTORY, [1]).item(1))).toMatchObject({
      shipment_id: 11,
      shipment_tracking: 'TRK-11',
      tracking_number: null,
    });
    expect(toItemRow(worldAt(15).item(1))).toMatchObject({ shipment_id: null, tracking_number: 'TRK-12' });
  });

  it('counts remarks by who wrote them', () => {
    const world = worldAt(3);
    const add = (commentType: 1 | 2) =>
      world.run(
        world.on(1, { type: 'AddComment', commentId: 1, commentType, text: 'x', email: null }, at(FACTORY)),
      );
    add(1);
    add(2);
    add(2);
    expect(toItemRow(world.item(1))).toMatchObject({ store_comments: 1, factory_comments: 2 });
  });
});

describe('what a bench measures', () => {
  const measuring = (measurements: MeasurementsInput) =>
    ({ type: 'RecordMeasurements', measurements }) as const;

  it('is recorded when there is one value, one picture alone included', () => {
    for (const measurements of [{ stoneCount: 0 }, { weightMg: 5 }, { photos: ['a'] }])
      given(...history(10))
        .when(measuring(measurements))
        .thenTypes('MeasurementsRecorded');
  });

  it('is not recorded when there is none', () => {
    for (const measurements of [{}, { photos: [] }])
      given(...history(10))
        .when(measuring(measurements))
        .thenNothing();
  });

  it.each([1, 2, 14, 15, 16] as StatusId[])('is refused at %i, outside the factory', (status) => {
    const commands: readonly ItemCommand[] = [
      measuring({ stoneCount: 1 }),
      { type: 'SaveFindings', findings: {} },
      { type: 'ReplaceItem', replacement: { sku: 'RING-2', serial: 'S-2' }, reason: 'broken' },
    ];
    for (const command of commands) expect(given(...history(status)).when(command).decision.ok).toBe(false);
  });
});

describe('a refusal', () => {
  it('names from where, and the status that it is about', () => {
    const at4 = given(...history(4));
    const to = (target: StatusId) => ({ from: 4, to: target });
    at4.when({ type: 'CloseItem' }).thenRejected('illegal_transition', to(21));
    at4.when({ type: 'HandOver', signature: 's' }).thenRejected('illegal_transition', to(16));
    at4.when({ type: 'NeedTransfer', reason: 'enamel' }).thenRejected('illegal_transition', to(18));
    given(...history(15))
      .when({ type: 'ReturnUnrepaired', reason: 'no' })
      .thenRejected('illegal_transition', { from: 15, to: 13 });
  });
});

describe('the row of an item', () => {
  it('says that a fee is accepted from the amount due on, and no longer below it', () => {
    const item = worldAt(4).item(1);
    const due = { amount: 500, currency: 'EUR' };
    const row = (amount: number) =>
      toItemRow({ ...item, fee: { ...item.fee, due, accepted: { amount, currency: 'EUR' } } }).fee_accepted;
    expect([row(499), row(500), row(501)]).toEqual([false, true, true]);
  });
});
