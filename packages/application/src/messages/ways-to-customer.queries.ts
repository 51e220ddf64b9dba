import { itemStream, type ItemId } from '@atelier/domain/kernel.ts';
import { waysToCustomer, type WayToCustomer } from '@atelier/domain/messages/decide.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { visibleItem } from '../commands/visible-item.ts';
import { itemAggregate } from '../aggregates.ts';
import { findMessageFacts, type FactSettings } from './message-facts.queries.ts';

export interface StaffMessageSettings extends FactSettings {
  /** A mail server is set up. */
  readonly hasMail: boolean;
}

/** How the customer of a piece can be written to about their fee now; undefined where the piece is not to be seen. */
export async function findWaysToCustomer(
  services: CommandServices,
  house: StaffMessageSettings,
  scope: DataScope,
  itemId: ItemId,
): Promise<readonly WayToCustomer[] | undefined> {
  const { events } = await services.store.readStream(itemStream(itemId));
  const item = visibleItem(itemAggregate.stateOf(events), scope);
  if (item === null) return undefined;
  const known = await findMessageFacts(services, house, headOf(item));
  if (known === undefined) return undefined;
  const policy = services.policy();
  const now = services.clock.now().toISOString();
  // What is about to happen: no event stands for it yet, and it replaces the link that is open.
  const facts = { ...known.facts, happenedAt: now, isCauseHere: true, hasOtherLink: false };
  return waysToCustomer(facts, { now, policy, hasMail: house.hasMail, isOn: policy.messagesOn });
}

function headOf({ id, rmaId, storeId, customerRef, fee }: Item) {
  const about = { kind: 'fee', rmaId, itemIds: [id], storeId, customerRef, fee: fee.due } as const;
  return { ...about, messageId: 0, cause: '' };
}
