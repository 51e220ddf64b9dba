import type { DomainEvent } from '../../decider.ts';
import type { Actor, Instant, SiteId } from '../../kernel.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext } from '../item/commands.ts';
import { parseScannedCode } from '../item/item-number.ts';
import type { StatusId } from '../../shared/status.ts';

/**
 * A scan that met no item the person may see: recorded like every scan (product/repair.md §8), in a separate stream, since
 * no jewel has it. The code is kept only when it reads as a number of ours: bare digits may be a telephone or a worker's
 * badge, and typed text may be a person's name.
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

/** Every unknown scan has a separate personal-data line, like the items' events. */
export const UNKNOWN_SCAN_PERSONAL_DATA = { UnknownCodeScanned: null } as const;

export function unknownCodeScanned(
  code: string,
  target: StatusId,
  context: CommandContext,
): UnknownCodeScanned {
  return {
    type: 'UnknownCodeScanned',
    data: {
      code: parseScannedCode(code)?.number ?? null,
      target,
      siteId: context.actor.siteId,
      ...stamp(context),
    },
  };
}
