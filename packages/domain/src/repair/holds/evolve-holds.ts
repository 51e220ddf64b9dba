import { unreachable } from '../../decider.ts';
import type {
  HoldPlaced,
  HoldReleased,
  ItemDeclaredLost,
  ItemFound,
  ItemMarkedMissing,
} from '../item/events.ts';
import type { Holds } from '../item/parts.ts';

export type HoldEvent = HoldPlaced | HoldReleased | ItemMarkedMissing | ItemFound | ItemDeclaredLost;

export const NO_HOLDS: Holds = [];

/** What keeps a piece where it is: placed by hand, or because it is missing. */
export function evolveHolds(holds: Holds, event: HoldEvent): Holds {
  switch (event.type) {
    case 'HoldPlaced':
      return [...holds, event.data.hold];
    case 'HoldReleased':
      return holds.filter((hold) => hold !== event.data.hold);
    case 'ItemMarkedMissing':
      return [...holds, 'missing'];
    case 'ItemFound':
    case 'ItemDeclaredLost':
      return holds.filter((hold) => hold !== 'missing');
    default:
      return unreachable(event);
  }
}
