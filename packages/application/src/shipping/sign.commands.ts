import { reject } from '@atelier/domain/decider.ts';
import { itemStream, type BlobRef, type ItemId } from '@atelier/domain/kernel.ts';
import { signPieces } from '@atelier/domain/processes/sign-pieces.ts';
import { itemAggregate } from '../aggregates.ts';
import { processStateOf } from '../commands/process-streams.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { visibleItem } from '../commands/visible-item.ts';

interface Signing {
  readonly itemIds: readonly ItemId[];
  readonly kind: 'deposit' | 'pickup';
  /** Keeps the document of one piece and gives its hash. Called once the pieces are known to be the caller's. */
  readonly documentOf: (itemId: ItemId) => Promise<BlobRef>;
}

/** `POST /saveSign` for pieces: a new version on each of them, or on none; older ones stay (product/shipping.md §11). */
export function signItems(
  services: CommandServices,
  caller: Caller,
  { itemIds, kind, documentOf }: Signing,
): Promise<CommandOutcome> {
  const [first, ...others] = itemIds;
  return runCommand(services, caller, {
    streams: itemIds.map(itemStream),
    ...(first !== undefined && others.length === 0 && { versioned: itemStream(first) }),
    decide: async (states, context): Promise<AnsweredDecision> => {
      const unseen = itemIds.find((id) => visibleItem(states.of(itemAggregate, id), caller.scope) === null);
      if (unseen !== undefined) return reject('not_found');
      const pieces = [];
      for (const itemId of itemIds) pieces.push({ itemId, signature: await documentOf(itemId) });
      const signed = signPieces(kind, pieces, processStateOf(states), context);
      if (!signed.ok) return signed;
      const versions = signed.streams.flatMap(({ events }) =>
        events.flatMap((event) => (event.type === 'SignatureRecorded' ? event.data.version : [])),
      );
      return { ...signed, answer: { version: Math.max(...versions) } };
    },
  });
}
