import { cleanEmail } from '../contract/codes.ts';
import { accept, reject, type Decision } from '../decider.ts';
import type { ActorAtSite, Instant } from '../kernel.ts';
import type { Address, Contact, RmaEvent } from './events.ts';
import type { RmaState } from './rma.ts';

/** Another contact or address, at any time after the deposit (product/deposit.md §10). The same again changes nothing. */
export interface ChangeContact {
  readonly type: 'ChangeContact';
  readonly contact: Contact;
  readonly address: Address;
}

export function decideRma(
  command: ChangeContact,
  state: RmaState,
  { now, actor }: { readonly now: Instant; readonly actor: ActorAtSite },
): Decision<RmaEvent> {
  if (state.kind === 'none') return reject('not_found');
  const contact = { ...command.contact, email: cleanEmail(command.contact.email) };
  const { address } = command;
  const same = JSON.stringify([contact, address]) === JSON.stringify([state.contact, state.address]);
  if (same) return accept<RmaEvent>();
  const by = { userId: actor.userId, workerId: actor.workerId };
  return accept<RmaEvent>({
    type: 'RmaContactChanged',
    data: { customerRef: state.customerRef, contact, address, at: now, by },
  });
}
