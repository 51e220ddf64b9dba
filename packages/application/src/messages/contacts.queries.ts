import { rmaStream, type CustomerRef } from '@atelier/domain/kernel.ts';
import type { DomainEvent } from '@atelier/event-store/types.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { inScope, type Database } from '../platform/database.ts';
import type { Transaction } from 'kysely';
import type { ReachableContact } from './choice.queries.ts';

/** How a person can be reached, and could be: by their deposits, with every change of them, and by the register. */
export interface KnownContacts {
  readonly today: readonly ReachableContact[];
  readonly ever: readonly ReachableContact[];
}

export async function findContacts(
  { db, store }: Pick<CommandServices, 'db' | 'store'>,
  customerRef: CustomerRef,
): Promise<KnownContacts> {
  const { rmaIds, registered } = await inScope(db, { kind: 'all' }, async (trx) => ({
    rmaIds: await listDeposits(trx, customerRef),
    registered: await findRegistered(trx, customerRef),
  }));
  const histories = await store.readStreams(rmaIds.map(rmaStream));
  const byDeposit = [...histories.values()].map(({ events }) => events.flatMap(contactIn));
  return {
    today: [...registered, ...byDeposit.flatMap((contacts) => contacts.at(-1) ?? [])],
    ever: [...registered, ...byDeposit.flat()],
  };
}

async function listDeposits(trx: Transaction<Database>, customerRef: CustomerRef) {
  const rows = await trx.selectFrom('rma_row').select('id').where('customer_ref', '=', customerRef).execute();
  return rows.map(({ id }) => id);
}

async function findRegistered(
  trx: Transaction<Database>,
  customerRef: CustomerRef,
): Promise<readonly ReachableContact[]> {
  const [, id] = /^customer-(\d{1,9})$/.exec(customerRef) ?? [];
  if (id === undefined) return [];
  return trx
    .selectFrom('customers')
    .select(['email', 'phone_code as phoneCode', 'phone'])
    .where('id', '=', Number(id))
    .execute();
}

/** The contact that an event of a deposit gives; none of an erased person. */
function contactIn({ data }: DomainEvent): readonly ReachableContact[] {
  if (!('contact' in data) || data.contact === null) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- events of a deposit have no other field of this name
  return [data.contact as ReachableContact];
}
