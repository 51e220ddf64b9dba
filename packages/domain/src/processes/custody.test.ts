import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CUSTODY_EVENTS,
  custodyChain,
  holderOf,
  type CustodyEvent,
  type CustodySpan,
  type Recorded,
} from '../custody/chain.ts';
import { chainAt } from '../custody/testing-chain.ts';
import { itemStream } from '../kernel.ts';
import type { Item } from '../repair/item/item.ts';
import type { ProcessEvent } from './process-state.ts';
import type { World } from './testing.ts';
import { startWalk, steps, take } from './walk-testing.ts';

const TYPES: readonly string[] = CUSTODY_EVENTS;
const isCustodyEvent = (event: ProcessEvent): event is CustodyEvent => TYPES.includes(event.type);

/** A stream's custody events with their positions; the walk's clock is now and then set back. */
function recorded(world: World, id: number): readonly Recorded<CustodyEvent>[] {
  return (world.logs.get(itemStream(id)) ?? []).flatMap((event, index) =>
    isCustodyEvent(event) ? [{ ...event, position: index + 1 }] : [],
  );
}

const itemsOf = (world: World): readonly Item[] =>
  [...world.items.values()].filter((state): state is Item => state.kind === 'item');

const jewel = (chain: readonly CustodySpan[]) => chain.filter((span) => span.piece === 0);

/** Gaps, overlaps, and moments with another number of holders than one. */
function faultsOf(chain: readonly CustodySpan[]): readonly string[] {
  const spans = jewel(chain);
  const first = spans[0];
  if (first === undefined) return ['nobody'];
  const seams = spans.slice(1).flatMap((span, index) => {
    const before = spans[index];
    const fits = before?.leftAt === span.enteredAt && before.leftPosition === span.enteredPosition;
    return fits ? [] : [`${before?.leftAt} then ${span.enteredAt}`];
  });
  const crowds = spans.flatMap(({ enteredAt }) => {
    const holders = jewel(chainAt(chain, enteredAt)).filter((span) => span.leftAt === null);
    return holders.length === 1 ? [] : [`${holders.length} at ${enteredAt}`];
  });
  const open = spans.filter((span) => span.leftAt === null);
  return [...seams, ...crowds, ...(open.length === 1 ? [] : [`${open.length} at the end`])];
}

describe('the chain of custody over any sequence of commands', () => {
  it('has exactly one holder at every moment, without gap or overlap, and ends with the state’s', () => {
    fc.assert(
      fc.property(steps(120), (walk) => {
        const world = startWalk();
        for (const step of walk) take(world, step);
        for (const item of itemsOf(world)) {
          const chain = custodyChain(recorded(world, item.id));
          expect(faultsOf(chain)).toEqual([]);
          expect(holderOf(chain)?.holder).toEqual(item.custody);
          expect(chain.filter((span) => span.piece > 0).map((span) => span.holder)).toEqual(
            item.work.oldPieces.map((piece) => piece.custody),
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is the same chain whenever it is asked for: what came later changes no past moment', () => {
    fc.assert(
      fc.property(steps(120), fc.nat({ max: 40 }), (walk, cut) => {
        const world = startWalk();
        // A clock that only goes forward: the next event is later than the one before.
        for (const step of walk) take(world, { ...step, wait: Math.abs(step.wait) + 1 });
        for (const item of itemsOf(world)) {
          const events = recorded(world, item.id);
          const early = events.slice(0, cut + 1);
          const moment = custodyChain(early).at(-1)?.enteredAt ?? '';
          expect(chainAt(custodyChain(events), moment)).toEqual(custodyChain(early));
        }
      }),
      { numRuns: 100 },
    );
  });
});
