import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { deposit, newDeposit } from '@atelier/application/commands/testing-commands.ts';
import type { MessageSettings } from '@atelier/application/messages/message-facts.queries.ts';
import { planForEvent } from '@atelier/application/messages/plan-message.commands.ts';
import { sendMessage, type MessageSending } from '@atelier/application/messages/send-message.commands.ts';
import { openWorld, TEST_KEY, type World } from '@atelier/application/projections/testing.ts';
import type { PolicySource } from '@atelier/application/system/policy-source.queries.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { systemCaller } from '../system-caller.ts';
import { servicesWithRules, setSender, switchOn } from './testing-messages.ts';

const clock = { now: () => new Date() };
const house: MessageSettings = {
  publicUrl: 'https://atelier.test',
  masterKey: TEST_KEY,
  phoneChannel: null,
  attemptMs: 4_000,
};

let world: World;
let services: CommandServices;
let rules: PolicySource;
beforeAll(async () => {
  world = await openWorld();
  ({ services, rules } = await servicesWithRules(world, clock));
  await setSender(services, 'atelier@maison.test');
  await switchOn(services);
});
afterAll(async () => {
  await rules.stop();
  await world.close();
});

/** A message that is due. */
async function planned(): Promise<number> {
  const { rmaId } = await deposit(services, await newDeposit(world));
  const [event] = (await world.store.readStream(`rma-${rmaId}`)).events;
  if (event === undefined) throw new Error('nothing was deposited');
  const callerFor = (key: string) => systemCaller(clock, 'messages', key);
  return Number(await planForEvent(services, house, callerFor, event));
}

/** A sender that is paused from the moment its intent is in the log until the gate opens. */
const pausedAfterIntent = (gate: Promise<void>, onIntent: () => void): CommandServices => ({
  ...services,
  store: {
    ...services.store,
    append: async (request) => {
      const result = await services.store.append(request);
      onIntent();
      await gate;
      return result;
    },
  },
});

it('a sender that stood still between its intent and the mail server sends nothing once another has begun', async () => {
  const id = await planned();
  const sentBy: string[] = [];
  const sending = (name: string): MessageSending => ({
    house,
    caller: () => systemCaller(clock, 'messages'),
    makeFeeLink: () => Promise.resolve(true),
    send: async ({ to }) => {
      sentBy.push(name);
      return { kind: 'sent', to };
    },
  });
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const late = sendMessage(pausedAfterIntent(gate.promise, begun.resolve), sending('late'), id);
  await begun.promise;
  await vi.waitFor(
    async () => {
      await sendMessage(services, sending('other'), id);
      expect(sentBy).toEqual(['other']);
    },
    { timeout: 60_000, interval: 50 },
  );
  gate.resolve();
  await late;
  expect(sentBy).toEqual(['other']);
  const { events } = await world.store.readStream(`message-${id}`);
  expect(events.map(({ type }) => type).slice(0, 2)).toEqual(['MessagePlanned', 'MessageSendingStarted']);
  expect(events.at(-1)?.type).toBe('MessageSent');
});
