import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { chooseMessages, extendOlderChoices } from '@atelier/application/messages/choice.commands.ts';
import type { MessageSettings } from '@atelier/application/messages/message-facts.queries.ts';
import { planForEvent } from '@atelier/application/messages/plan-message.commands.ts';
import { sendMessage } from '@atelier/application/messages/send-message.commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  deposit,
  handClock,
  newDeposit,
  must,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { openWorld, TEST_KEY, type World } from '@atelier/application/projections/testing.ts';
import type { PolicySource } from '@atelier/application/system/policy-source.queries.ts';
import type { Letter } from '@atelier/contracts/messages/letter.ts';
import { choiceStream } from '@atelier/domain/messages/events.ts';
import type { Contact } from '@atelier/domain/deposit/events.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '../system-caller.ts';
import { messagesReaction } from './messages.reaction.ts';
import { servicesWithRules, setSender, switchOn } from './testing-messages.ts';

const house: MessageSettings = {
  publicUrl: 'https://atelier.test',
  masterKey: TEST_KEY,
  phoneChannel: 'sms',
  attemptMs: 60_000,
};

let world: World;
let clock: HandClock;
let services: CommandServices;
let rules: PolicySource;
let letters: Letter[] = [];
let count = 0;
beforeAll(async () => {
  world = await openWorld();
  clock = handClock(new Date());
  ({ services, rules } = await servicesWithRules(world, clock));
  await setSender(services, 'atelier@maison.test');
  await switchOn(services);
});
beforeEach(() => {
  letters = [];
});
afterAll(async () => {
  await rules.stop();
  await world.close();
});

const callerFor = (key: string) => systemCaller(clock, 'messages', key);
const fresh = (): Partial<Contact> => {
  count += 1;
  return { email: `client.${count}@house.test`, phone: `6123450${String(count).padStart(2, '0')}` };
};

/** Left at the counter, by a customer who is typed in. */
async function left(contact: Partial<Contact>, customerId: number | null = null) {
  const given = await newDeposit(world);
  return deposit(services, { ...given, customerId, contact: { ...given.contact, ...contact } });
}

const firstOf = async (rmaId: number) => {
  const [event] = (await world.store.readStream(`rma-${rmaId}`)).events;
  if (event === undefined) throw new Error(`there is no deposit ${rmaId}`);
  return event;
};
const refOf = async (rmaId: number) => String(Reflect.get((await firstOf(rmaId)).data ?? {}, 'customerRef'));

const choose = async (rmaId: number, declined: boolean) =>
  must(
    await chooseMessages(services, TEST_KEY, systemCaller(clock, 'link'), {
      customerRef: await refOf(rmaId),
      declined,
      how: 'link',
    }),
  );

/** The shop corrects the contact of a deposit. */
async function changeContact(rmaId: number, contact: Partial<Contact>) {
  const streamId = `rma-${rmaId}`;
  const { events, version } = await world.store.readStream(streamId);
  const [deposited] = events;
  const { customerRef, address, contact: before } = Object(deposited?.data);
  const at = clock.now().toISOString();
  const by = { userId: null, workerId: null };
  const data = { customerRef, address, contact: { ...before, ...contact }, at, by };
  const added = [{ type: 'RmaContactChanged', data }];
  const row = inlineRowOf(streamId, [...events, ...added]);
  await world.store.append({
    streams: [{ streamId, expectedVersion: version, events: added, ...(row && { row }) }],
    metadata: systemCaller(clock, 'edit').metadata,
  });
  const changed = (await world.store.readStream(streamId)).events.at(-1);
  if (changed === undefined) throw new Error('no contact was changed');
  return changed;
}

interface Between {
  /** After the message was planned. */
  readonly planned?: () => Promise<unknown>;
  /** After its attempt has begun, before anything leaves. */
  readonly begun?: () => Promise<unknown>;
}

/** What became of the message about a deposit: its state, or why there was none. */
async function written(rmaId: number, { planned, begun }: Between = {}): Promise<string | null> {
  const reaction = messagesReaction(() => Promise.resolve(house));
  await reaction.workFor(await firstOf(rmaId), services);
  const id = Number(await planForEvent(services, house, callerFor, await firstOf(rmaId)));
  await planned?.();
  let isBegun = false;
  const reads = withReads(services, async () => {
    if (isBegun || (await rowOf(id)).state !== 'sending') return;
    isBegun = true;
    await begun?.();
  });
  await sendMessage(
    reads,
    {
      house,
      caller: () => systemCaller(clock, 'messages'),
      makeFeeLink: () => Promise.resolve(true),
      send: async (letter) => {
        letters.push(letter);
        return { kind: 'sent', to: letter.to };
      },
    },
    id,
  );
  const { state, why } = await rowOf(id);
  return why ?? state;
}

const rowOf = (id: number) =>
  world.db.selectFrom('message_row').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The same services, where something happens before streams are read. */
function withReads(given: CommandServices, before: (streamId: string) => Promise<void>): CommandServices {
  return {
    ...given,
    store: {
      ...given.store,
      readStreams: async (streamIds) => {
        for (const streamId of streamIds) await before(streamId);
        return given.store.readStreams(streamIds);
      },
    },
  };
}

describe('a customer without messages', () => {
  it.each([
    ['as it was', (email: string) => email],
    ['in capitals and blanks', (email: string) => ` ${email.toUpperCase()} `],
  ])('gets none when their address is typed again %s', async (_, typed) => {
    const contact = fresh();
    const { rmaId } = await left(contact);
    expect(await written(rmaId)).toBe('sent');
    await choose(rmaId, true);
    const again = await left({ ...fresh(), email: typed(contact.email ?? '') });
    expect(await written(again.rmaId)).toBe('opted_out');
  });

  it('gets none at their phone, and others who have another address do', async () => {
    const contact = fresh();
    const { rmaId } = await left(contact);
    await choose(rmaId, true);
    const again = await left({ ...contact, email: null });
    expect(await written(again.rmaId)).toBe('opted_out');
    expect(await written((await left({ ...fresh(), email: null })).rmaId)).toBe('sent');
    expect(letters.map(({ channel }) => channel)).toEqual(['sms']);
  });

  it('gets none after their erasure, and nothing in the log says whom it was', async () => {
    const contact = fresh();
    const { rmaId } = await left(contact);
    await choose(rmaId, true);
    const customerRefs = [await refOf(rmaId)];
    await erasePerson(services, { customerRefs, reason: 'asked', requestId: 'r', now: clock.now() });
    expect(await written((await left(contact)).rmaId)).toBe('opted_out');
    const { rows } = await world.pool.query(
      `select from events where stream_id || data::text || metadata::text ilike '%' || $1 || '%'`,
      [contact.email],
    );
    expect(rows).toEqual([]);
  });

  it('gets them again once they say so, at every deposit', async () => {
    const contact = fresh();
    const [one, other] = [await left(contact), await left(contact)];
    await choose(one.rmaId, true);
    await choose(other.rmaId, false);
    expect(await written(one.rmaId)).toBe('sent');
    expect(await written((await left(contact)).rmaId)).toBe('sent');
  });

  it('gets none at an address that comes to them later', async () => {
    const [old, later] = [fresh(), fresh()];
    const { rmaId } = await left(old);
    await choose(rmaId, true);
    const changed = await changeContact(rmaId, later);
    await messagesReaction(() => Promise.resolve(house)).workFor(changed, services);
    expect(await written((await left({ ...fresh(), email: later.email ?? '' })).rmaId)).toBe('opted_out');
  });

  it('got none since an earlier release, and gets none at the same address now', async () => {
    const contact = fresh();
    const { rmaId } = await left(contact);
    const at = clock.now().toISOString();
    const event = {
      type: 'MessagesDeclined',
      data: { how: 'link', at, by: { userId: null, workerId: null } },
    };
    const streamId = choiceStream(await refOf(rmaId));
    const { metadata } = systemCaller(clock, 'link');
    await world.store.append({ streams: [{ streamId, expectedVersion: 0, events: [event] }], metadata });
    for (let turn = 0; turn < 2; turn += 1) await extendOlderChoices(services, TEST_KEY, callerFor);
    expect(await written((await left(contact)).rmaId)).toBe('opted_out');
  });
});

describe('a customer who ends messages', () => {
  it('after one was planned does not get it', async () => {
    const { rmaId } = await left(fresh());
    expect(await written(rmaId, { planned: () => choose(rmaId, true) })).toBe('opted_out');
    expect(letters).toEqual([]);
  });

  it('while one is about to leave does not get it', async () => {
    const { rmaId } = await left(fresh());
    expect(await written(rmaId, { begun: () => choose(rmaId, true) })).toBe('opted_out');
    expect(letters).toEqual([]);
  });
});

it('an erasure while a message is about to leave stops it', async () => {
  const { rmaId } = await left(fresh());
  const erase = async () =>
    erasePerson(services, {
      customerRefs: [await refOf(rmaId)],
      reason: 'asked',
      requestId: 'late',
      now: clock.now(),
    });
  expect(await written(rmaId, { begun: erase })).toBe('erased');
  expect(letters).toEqual([]);
});
