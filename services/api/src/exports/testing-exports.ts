import {
  deposit,
  handClock,
  must,
  newDeposit,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { finishExport, type BuiltFile } from '@atelier/application/exports/export.commands.ts';
import { randomUUID } from 'node:crypto';
import { bearer, openApiWorld, signInAs, TestClock, type PersonName } from '../testing/testing-api.ts';

interface Sent {
  readonly payload?: object;
  readonly headers?: Record<string, string>;
}

/** One node over a database with one deposit, these people signed in, and a worker's ways of ending an export. */
export async function openExports(people: readonly PersonName[]) {
  const api = await openApiWorld();
  const clock = new TestClock();
  const node = await api.node({ clock, live: true });
  const services = () => servicesOf(api.world, handClock(clock.now()));
  const { itemId } = await deposit(services(), await newDeposit(api.world));
  const tokens = new Map<PersonName, string>();
  const signIn = async (name: PersonName) => void tokens.set(name, await signInAs(node.app, name));
  for (const name of people) await signIn(name);
  return {
    api,
    clock,
    node,
    services,
    itemId,
    signIn,
    tokenOf: (name: PersonName) => tokens.get(name) ?? '',
    call: (name: PersonName, method: 'GET' | 'POST', url: string, { payload, headers }: Sent = {}) =>
      node.app.inject({
        method,
        url: `/api${url}`,
        headers: { ...bearer(tokens.get(name) ?? ''), 'idempotency-key': randomUUID(), ...headers },
        ...(payload && { payload }),
      }),
    /** As a worker would say that it has built it. */
    finish: async (id: number, file: BuiltFile) => {
      const metadata = {
        actor: { id: 'system', kind: 'system', name: 'exports' },
        commandId: randomUUID(),
        occurredAt: clock.now().toISOString(),
      } as const;
      const actor = { userId: null, workerId: null, siteId: null };
      must(await finishExport(services(), { actor, scope: { kind: 'all' }, metadata }, id, file));
    },
  };
}
export type ExportsWorld = Awaited<ReturnType<typeof openExports>>;
