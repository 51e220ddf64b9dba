import { describe, expect, it } from 'vitest';
import { SYSTEM, type SiteId } from '../../kernel.ts';
import { undoMove } from '../../processes/receive.ts';
import { PARIS, TOKYO, at, given, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import type { CollectionKind } from './collection-events.ts';
import { mayChoose } from './collection.ts';
import { offeredDays } from './slots.ts';
import { toItemRow } from '../row.ts';

const SHOP = { hours: 'Mo-Su 10:00-18:00', timeZone: 'Europe/Paris' };

const choose =
  (kind: CollectionKind, shopId: SiteId | null = null) =>
  (world: World) =>
    world.on(1, { type: 'ChooseCollection', kind, shopId, fee: null }, SYSTEM);

/** One of the offered times, so many days ahead. */
function offered(world: World, days = 1) {
  const { now, policy } = world.ctx(SYSTEM);
  const chosen = offeredDays(SHOP, now, policy)[days];
  const [slot] = chosen?.slots ?? [];
  if (chosen === undefined || slot === undefined) throw new Error('nothing is offered');
  return { day: chosen.day, ...slot };
}
const book =
  (days = 1) =>
  (world: World) =>
    world.on(1, { type: 'BookPickup', time: offered(world, days), shop: SHOP, anyTime: false }, SYSTEM);
const rowOf = (world: World) => {
  const {
    collect_kind: kind,
    collect_shop: shop,
    collect_by_client: byClient,
    pickup_day: day,
  } = toItemRow(world.item(1));
  return { kind, shop, byClient, day };
};
const NOTHING = { kind: null, shop: null, byClient: false, day: null };
const handOver = (world: World, site: SiteId) => {
  world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 'sig' }, at(site)));
  return world.on(1, { type: 'HandOver', signature: 'sig' }, at(site));
};

describe('how the client gets their piece back (product/repair.md §20)', () => {
  it('is chosen from the deposit on, and changed until the piece leaves', () => {
    for (const status of [1, 2, 4, 13, 14, 15] as const) {
      given(worldAt(status)).when(choose('delivery')).thenDone();
    }
    for (const status of [16, 20, 21] as const) {
      given(worldAt(status)).when(choose('delivery')).thenRejected('illegal_transition');
    }
    const world = worldAt(14);
    world.after(choose('delivery')).after(choose('other_shop', TOKYO));
    expect(rowOf(world)).toEqual({ kind: 'other_shop', shop: TOKYO, byClient: true, day: null });
  });

  it('writes nothing where it is so already', () => {
    given(worldAt(15)).when(choose('shop')).thenNothing();
    const world = worldAt(15).after(choose('delivery'));
    given(world).when(choose('delivery')).thenNothing();
  });

  it('names another shop for another shop alone, and never the piece’s own', () => {
    given(worldAt(15)).when(choose('other_shop')).thenRejected('invalid_input');
    given(worldAt(15)).when(choose('other_shop', PARIS)).thenRejected('invalid_input');
    given(worldAt(15)).when(choose('delivery', TOKYO)).thenRejected('invalid_input');
  });

  it('is no longer open on the way to the client’s door or between shops', () => {
    const toDoor = { status: 14, isTravelling: true, travelsTo: null } as const;
    const between = { status: 15, isTravelling: true, travelsTo: TOKYO } as const;
    expect([mayChoose(toDoor), mayChoose(between)]).toEqual([false, false]);
    expect(mayChoose({ status: 14, isTravelling: true, travelsTo: PARIS })).toBe(true);
  });

  it('lets the piece travel to the shop that was chosen, and be collected there', () => {
    const home = worldAt(15);
    expect(() => home.pack(99, 4, PARIS, TOKYO, [1]).send(99)).toThrow(/wrong_destination/);

    const world = worldAt(15).after(choose('other_shop', TOKYO));
    world.pack(98, 4, PARIS, TOKYO, [1]).send(98);
    world.run(world.move(1, 15, at(TOKYO)));
    world.run(handOver(world, TOKYO));
    expect(world.item(1).status).toBe(16);
  });
});

describe('a piece at the shop that its client chose (decisions/0242)', () => {
  const inTokyo = () => {
    const world = worldAt(15).after(choose('other_shop', TOKYO));
    world.pack(98, 4, PARIS, TOKYO, [1]).send(98);
    world.run(world.move(1, 15, at(TOKYO)));
    return world;
  };

  it('is reminded of, so that the shop which has it calls', () => {
    const world = inTokyo().wait(7 * 86_400_000);
    world.run(world.on(1, { type: 'RemindCustomer' }, at(TOKYO)));
    expect(toItemRow(world.item(1)).to_call).toBe(true);
  });

  it('stays in sight of the shop that handed it over', () => {
    const world = inTokyo();
    world.run(handOver(world, TOKYO));
    expect(toItemRow(world.item(1)).visible_sites).toContain(TOKYO);
  });
});

describe('a booked time (product/repair.md §20)', () => {
  it('is one of the offered ones, while the piece waits where it is collected', () => {
    const world = worldAt(15);
    given(world).when(book()).thenDone();
    expect(rowOf(worldAt(15).after(book())).day).toBe(offered(world).day);
    const odd = { day: offered(world).day, from: '03:00', to: '04:00' };
    const atNight = () => world.on(1, { type: 'BookPickup', time: odd, shop: SHOP, anyTime: false }, SYSTEM);
    given(world).when(atNight).thenRejected('pickup_not_offered');
    given(worldAt(14)).when(book()).thenRejected('illegal_transition');
    given(worldAt(16)).when(book()).thenRejected('illegal_transition');
  });

  it('is refused once it is full, unless it is theirs already', () => {
    const full = (world: World) =>
      world.on(
        1,
        { type: 'BookPickup', time: offered(world), shop: SHOP, anyTime: false, isFull: true },
        SYSTEM,
      );
    given(worldAt(15)).when(full).thenRejected('pickup_full');
    given(worldAt(15).after(book())).when(full).thenNothing();
  });

  it('is replaced by another, and cancelled; the same twice is one', () => {
    const world = worldAt(15).after(book(1));
    given(world).when(book(1)).thenNothing();
    world.after(book(2));
    expect(rowOf(world).day).toBe(offered(world, 2).day);
    const cancel = (now: World) => now.on(1, { type: 'CancelPickup' }, SYSTEM);
    given(world).when(cancel).thenDone();
    world.after(cancel);
    expect(rowOf(world)).toEqual(NOTHING);
    given(world).when(cancel).thenNothing();
  });

  it('takes back the wish for another way, and such a wish takes back the time', () => {
    const world = worldAt(15).after(choose('delivery')).after(book());
    expect(rowOf(world)).toMatchObject({ kind: 'shop', day: offered(world).day });
    world.after(choose('delivery'));
    expect(rowOf(world)).toEqual({ kind: 'delivery', shop: null, byClient: true, day: null });
  });

  it('ends when the receipt is undone or the piece travels, and stays through an undone handover', () => {
    const undone = worldAt(15).after(book());
    undone.run(undoMove(1, undone.states, undone.ctx(at(PARIS))));
    undone.run(undone.move(1, 15, at(PARIS)));
    expect(rowOf(undone)).toEqual(NOTHING);

    const world = worldAt(15).after(book());
    const booked = rowOf(world).day;
    world.run(handOver(world, PARIS));
    expect(rowOf(world).day).toBeNull();
    world.run(undoMove(1, world.states, world.ctx(at(PARIS))));
    expect(rowOf(world).day).toBe(booked);
  });

  it('is offered for no piece that is missing, disputed or of an erased person', () => {
    const missing = worldAt(15);
    missing.run(missing.on(1, { type: 'PlaceHold', hold: 'dispute', reason: 'two claim it' }, at(PARIS)));
    given(missing).when(book()).thenRejected('held_dispute');
  });

  it('answers a reminder as a call does', () => {
    const world = worldAt(15).wait(7 * 86_400_000);
    world.run(world.on(1, { type: 'RemindCustomer' }, at(PARIS)));
    expect(toItemRow(world.item(1)).to_call).toBe(true);
    world.wait(1000).after(book());
    expect(toItemRow(world.item(1)).to_call).toBe(false);
  });
});

describe('what is decided on the phone (product/reminders.md §4)', () => {
  const log = (call: object) => (world: World) =>
    world.on(
      1,
      {
        type: 'RecordFollowUp',
        result: 'Phone contacted',
        note: null,
        call: { comesOn: null, timeZone: 'Europe/Paris', ...call } as never,
      },
      at(PARIS),
    );

  it('is recorded as the same choice', () => {
    const sent = worldAt(15).after(log({ outcome: 'send' }));
    expect(rowOf(sent)).toEqual({ kind: 'delivery', shop: null, byClient: false, day: null });
    const moved = worldAt(15).after(log({ outcome: 'other_shop', shopId: TOKYO }));
    expect(rowOf(moved)).toMatchObject({ kind: 'other_shop', shop: TOKYO });
    given(worldAt(15))
      .when(log({ outcome: 'other_shop', shopId: PARIS }))
      .thenRejected('invalid_input');
  });

  it('books the agreed time, and another day without one takes it back', () => {
    const world = worldAt(15);
    const day = offered(world, 3).day;
    world.after(log({ outcome: 'will_come', comesOn: day, pickup: { from: '15:00', to: '16:00' } }));
    expect(rowOf(world).day).toBe(day);
    world.after(log({ outcome: 'will_come', comesOn: day }));
    expect(rowOf(world).day).toBe(day);
    world.after(log({ outcome: 'will_come', comesOn: offered(world, 4).day }));
    expect(rowOf(world).day).toBeNull();
    given(world)
      .when(log({ outcome: 'will_come', comesOn: day, pickup: { from: '16:00', to: '15:00' } }))
      .thenRejected('invalid_input', { field: 'comes_at' });
  });
});
