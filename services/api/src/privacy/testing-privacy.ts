import {
  deposit,
  handClock,
  newDeposit,
  repairAndCollect,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { bearer, openApiWorld, signInAs, signInDecider } from '../testing/testing-api.ts';

/** Whom the calls about privacy know: two administrators, an auditor and a shop. */
export type Who = 'asker' | 'decider' | 'auditor' | 'shop';

/** A node that is connected to screens, and the accounts that ask, decide and read. A file that is made at `now` expires by the node's own clock. */
export async function openPrivacyWorld(now = new Date()) {
  const api = await openApiWorld();
  const node = await api.node({ live: true });
  const [asker, auditor, shop] = [
    await signInAs(node.app, 'admin'),
    await signInAs(node.app, 'auditor'),
    await signInAs(node.app, 'paris'),
  ];
  const tokens = { asker, auditor, shop, decider: await signInDecider(api, node.app) };
  /** What a call answers, read as JSON. */
  const call = async (who: Who, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const headers = bearer(tokens[who]);
    const answer = await node.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    return answer.json();
  };
  return { api, node, services: servicesOf(api.world, handClock(now)), tokens, call };
}

export type PrivacyWorld = Awaited<ReturnType<typeof openPrivacyWorld>>;

export const contactOf = (name: string) => ({
  firstName: name,
  lastName: 'Privé',
  email: `${name}@forget.test`,
});

/** A deposit of one piece by a person of this name, still in the shop; with `taken`, handed back after its repair. */
export async function depositOf(
  { api: { world }, services }: Pick<PrivacyWorld, 'api' | 'services'>,
  name: string,
  { taken = false } = {},
) {
  const given = await newDeposit(world);
  const contact = { ...given.contact, ...contactOf(name) };
  const made = await deposit(services, { ...given, contact });
  if (taken) await repairAndCollect(services, made.itemId);
  await world.settle();
  return made;
}
