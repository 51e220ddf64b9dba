import { AppendBusy } from '../errors.ts';

/** How many commands an append queue holds. */
export interface Room {
  /** Why another command with these claims is not let in; undefined when there is room for it. */
  readonly refusal: (claims: readonly string[]) => AppendBusy | undefined;
  readonly enter: (claims: readonly string[]) => void;
  readonly leave: (claims: readonly string[]) => void;
}

/** @param most commands at once; @param mostOfOne commands at once with one stream or key among their claims */
export function createRoom(most: number, mostOfOne: number): Room {
  const held = new Map<string, number>();
  let total = 0;
  const add = (claims: readonly string[], change: 1 | -1): void => {
    total += change;
    for (const claim of claims) {
      const count = (held.get(claim) ?? 0) + change;
      if (count === 0) held.delete(claim);
      else held.set(claim, count);
    }
  };
  return {
    refusal: (claims) => {
      if (claims.some((claim) => (held.get(claim) ?? 0) >= mostOfOne)) return new AppendBusy('stream_busy');
      return total >= most ? new AppendBusy('append_queue_full') : undefined;
    },
    enter: (claims) => add(claims, 1),
    leave: (claims) => add(claims, -1),
  };
}
