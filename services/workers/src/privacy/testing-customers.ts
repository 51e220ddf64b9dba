import type { Caller, CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  callerAt,
  deposit,
  newDeposit,
  PAR,
  repairAndCollect,
} from '@atelier/application/commands/testing-commands.ts';
import type { NewItem } from '@atelier/application/deposit/deposit.commands.ts';
import { findPersons } from '@atelier/application/privacy/persons.queries.ts';
import type { World } from '@atelier/application/projections/testing.ts';
import type { DueJob } from '../jobs/queues.ts';

/** An account of the headquarters, which sees every shop. */
export function headquarters(userId: number): Caller {
  const { actor, ...caller } = callerAt(PAR, 'store');
  return { ...caller, scope: { kind: 'all' }, actor: { ...actor, userId, siteId: null } };
}

/** A person whose piece was handed back after its repair. */
export async function servedCustomer(
  world: World,
  services: CommandServices,
  name: string,
  item: Partial<NewItem> = {},
) {
  const given = await newDeposit(world, item);
  const contact = { ...given.contact, firstName: name, email: `${name}@forget.test` };
  const { itemId } = await deposit(services, { ...given, contact });
  await repairAndCollect(services, itemId);
  await world.settle();
  const { persons } = await findPersons(world.db, `${name}@forget.test`);
  const [person] = persons;
  if (person === undefined) throw new Error(`${name} was not found`);
  return { name, itemId, ref: person.customer_ref, number: person.deposits[0]?.number ?? '' };
}
export type Customer = Awaited<ReturnType<typeof servedCustomer>>;

/** A job as the queue hands it out. */
export const jobOf = (name: string, data: DueJob['data'] = {}): DueJob => ({
  name,
  data,
  id: 'j',
  isLastAttempt: false,
  progress: async () => undefined,
});
