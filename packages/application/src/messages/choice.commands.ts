import { acceptStreams } from '@atelier/domain/decider.ts';
import type { CustomerRef } from '@atelier/domain/kernel.ts';
import { choiceStream, type ChoiceBy, type ChoiceEvent } from '@atelier/domain/messages/events.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { addressStreams, isDeclinedBy, listChoosers, phoneStream } from './choice.queries.ts';
import { findContacts } from './contacts.queries.ts';

interface Choice {
  readonly customerRef: CustomerRef;
  readonly declined: boolean;
  readonly how: ChoiceBy;
}

/**
 * Whether a person wants messages from now on, on their record and on their addresses: no messages for every address that was ever
 * theirs, messages again for those of today. Nothing is written where it is so already.
 */
export async function chooseMessages(
  services: CommandServices,
  masterKey: MasterKey,
  caller: Caller,
  { customerRef, declined, how }: Choice,
): Promise<CommandOutcome> {
  const contacts = await findContacts(services, customerRef);
  const chosenFor = declined ? contacts.ever : contacts.today;
  const addresses = chosenFor.flatMap((contact) => Object.values(addressStreams(masterKey, contact)));
  const streams = [...new Set([choiceStream(customerRef), ...addresses])];
  return runCommand(services, caller, {
    streams,
    decide: (states, { now, actor }) => {
      const by = { userId: actor.userId, workerId: actor.workerId };
      const type = declined ? ('MessagesDeclined' as const) : ('MessagesWanted' as const);
      // An address may have been chosen for by another record of the person: all are written when one is not so yet.
      const isSame = streams.every((stream) => isDeclinedBy(states.events(stream)) === declined);
      const event: ChoiceEvent = { type, data: { how, at: now, by } };
      return acceptStreams(streams.map((streamId) => ({ streamId, events: isSame ? [] : [event] })));
    },
  });
}

/** A stop word from a phone: the number is written to no more, also where several clients share it. False without a number. */
export async function declineByReply(
  services: CommandServices,
  masterKey: MasterKey,
  caller: Caller,
  number: string,
): Promise<boolean> {
  const streamId = phoneStream(masterKey, number);
  if (streamId === undefined) return false;
  const outcome = await runCommand(services, caller, {
    streams: [streamId],
    decide: (states, { now, actor }) => {
      const by = { userId: actor.userId, workerId: actor.workerId };
      const event: ChoiceEvent = { type: 'MessagesDeclined', data: { how: 'reply', at: now, by } };
      return acceptStreams([{ streamId, events: isDeclinedBy(states.events(streamId)) ? [] : [event] }]);
    },
  });
  return outcome.ok;
}

/**
 * Carries a person's standing choice of no messages over to addresses that came to them later, and to those of choices that an
 * earlier release recorded for the person alone. An address with a newer choice keeps it.
 */
export async function extendChoice(
  services: CommandServices,
  masterKey: MasterKey,
  caller: Caller,
  customerRef: CustomerRef,
): Promise<void> {
  const own = choiceStream(customerRef);
  const { events } = await services.store.readStream(own);
  const last = events.at(-1);
  if (last === undefined || !isDeclinedBy(events)) return;
  const contacts = await findContacts(services, customerRef);
  const addresses = contacts.ever.flatMap((contact) => Object.values(addressStreams(masterKey, contact)));
  const histories = await services.store.readStreams([...new Set(addresses)]);
  const open = [...histories].filter(([, each]) => (each.events.at(-1)?.position ?? 0) < last.position);
  if (open.length === 0) return;
  const streams = open.map(([streamId]) => streamId);
  await runCommand(services, caller, {
    streams,
    decide: (states, { now, actor }) => {
      const by = { userId: actor.userId, workerId: actor.workerId };
      const event: ChoiceEvent = { type: 'MessagesDeclined', data: { how: 'record', at: now, by } };
      const left = streams.filter((stream) => !isDeclinedBy(states.events(stream)));
      return acceptStreams(left.map((streamId) => ({ streamId, events: [event] })));
    },
  });
}

/** Choices that an earlier release recorded for the person alone get their addresses; done again it changes nothing. */
export async function extendOlderChoices(
  services: CommandServices,
  masterKey: MasterKey,
  callerFor: (key: string) => Caller,
): Promise<void> {
  for (const customerRef of await listChoosers(services.db))
    await extendChoice(services, masterKey, callerFor(`choice-of-${customerRef}`), customerRef);
}
