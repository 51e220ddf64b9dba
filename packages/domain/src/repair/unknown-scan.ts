import type { DomainEvent } from '../decider.ts';
import type { Actor, Instant, SiteId } from '../kernel.ts';
import { stamp } from './build.ts';
import type { CommandContext } from './commands.ts';
import type { StatusId } from './status.ts';

/**
 * A scan that met no item the person may see: recorded like every scan (product.md §10), in a stream of its own, since
 * no jewel has it. The code is kept only when it looks like something printed; what a hand typed may be anybody's name.
 */
export type UnknownCodeScanned = DomainEvent<
  'UnknownCodeScanned',
  {
    readonly code: string | null;
    readonly target: StatusId;
    readonly siteId: SiteId | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;

/** Every unknown scan has a personal-data line of its own, like the items' events. */
export const UNKNOWN_SCAN_PERSONAL_DATA = { UnknownCodeScanned: null } as const;

const PRINTED = /^[A-Z0-9][A-Z0-9-]{2,31}$/;

export function unknownCodeScanned(
  code: string,
  target: StatusId,
  context: CommandContext,
): UnknownCodeScanned {
  const text = code.trim().toUpperCase();
  return {
    type: 'UnknownCodeScanned',
    data: {
      code: PRINTED.test(text) ? text : null,
      target,
      siteId: context.actor.siteId,
      ...stamp(context),
    },
  };
}
