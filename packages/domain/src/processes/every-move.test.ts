import { describe, expect, it } from 'vitest';
import { moveKindOf } from '../repair/item/moves.ts';
import { Status, type StatusId } from '../shared/status.ts';
import { ALL_STATUSES, enteredBy } from './testing-moves.ts';
import { FACTORY, FACTORY_2, PARIS, at } from './testing.ts';
import { worldAt } from './testing-stages.ts';

const ALL = ALL_STATUSES;
const PAIRS = ALL.flatMap((from) => ALL.map((to) => ({ from, to })));

function sign(from: StatusId, to: StatusId): string | null {
  const kind = moveKindOf(from, to);
  if (kind === null) return null;
  return kind === 'forward' ? '→' : kind === 'lateral' ? '↔' : '↩';
}

describe('every status against every target (product/repair.md §2)', () => {
  it('offers exactly the moves of the table, all 441 pairs', () => {
    expect(PAIRS).toHaveLength(441);
    const wrong = PAIRS.filter(({ from, to }) => sign(from, to) !== enteredBy(from, to));
    expect(wrong).toEqual([]);
  });

  it.each(ALL)('from %i decides every target as the table says', (from) => {
    for (const to of ALL) {
      const { outcome, status } = attempt(from, to);
      expect(`${from}→${to} ${outcome}`).toBe(`${from}→${to} ${outcomeOf(from, to)}`);
      expect(status).toBe(outcome === 'moved' ? to : from);
    }
  });

  it.each(ALL)('from %i refuses without a reason exactly what goes back', (from) => {
    for (const to of ALL.filter((target) => enteredBy(from, target) === '↩')) {
      expect(attempt(from, to, '  ').outcome).toBe('reason_required');
    }
  });
});

/** Where the person stands who would make this move. */
function siteFor(from: StatusId, to: StatusId): number {
  if (from === Status.MCToCN) return FACTORY_2;
  if (from === Status.Created && to !== Status.ReceiveFromShop) return PARIS;
  return from === Status.LogisticsShipOut ||
    from === Status.ShopReceived ||
    from === Status.TakenByClient ||
    from >= Status.Cancelled
    ? PARIS
    : FACTORY;
}

function attempt(from: StatusId, to: StatusId, reason = 'because') {
  const world = worldAt(from);
  const actor = at(siteFor(from, to));
  if (from === Status.ShopReceived) {
    world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 's' }, actor));
  }
  const given = from === Status.FinalQCProcess ? {} : { outcome: 'unrepaired' as const };
  const rejection = world.try(world.move(1, to, actor, { reason, ...given }));
  return { outcome: rejection?.code ?? 'moved', status: world.item(1).status };
}

/**
 * The outcome for a person who names the target. Packages are sent whole, and 14 → 16 needs a delivery to the
 * client.
 */
function outcomeOf(from: StatusId, to: StatusId): string {
  if (from === to) return 'already_in_status';
  if (enteredBy(from, to) === null) {
    return from === Status.Cancelled
      ? 'item_cancelled'
      : from === Status.Closed
        ? 'item_closed'
        : 'illegal_transition';
  }
  if (to === Status.SentToWarehouse || to === Status.LogisticsShipOut || to === Status.MCToCN)
    return 'needs_package';
  return from === Status.LogisticsShipOut && to === Status.TakenByClient ? 'illegal_transition' : 'moved';
}
