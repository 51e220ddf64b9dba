import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { deposit, newDeposit } from '@atelier/application/commands/testing-commands.ts';
import { createGatewayChannel } from '@atelier/application/messages/gateway.commands.ts';
import { sendMessage } from '@atelier/application/messages/send-message.commands.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { messagesResponse, type MessagesView } from '@atelier/contracts/messages/schema.ts';
import { inlineRowOf, rmaAggregate } from '@atelier/application/aggregates.ts';
import type { Contact } from '@atelier/domain/deposit/events.ts';
import { fullPhone } from '@atelier/domain/deposit/names.ts';
import type { Rma } from '@atelier/domain/deposit/rma.ts';
import { rmaStream, SYSTEM } from '@atelier/domain/kernel.ts';
import { messageStream } from '@atelier/domain/messages/events.ts';
import type { MessageKind } from '@atelier/domain/shared/message-terms.ts';
import type { DomainEvent } from '@atelier/event-store/types.ts';
import {
  startPhoneGateway,
  type PhoneGateway,
  type WrittenText,
} from '@atelier/tests/mail-catcher/phones.ts';
import { randomUUID } from 'node:crypto';
import { openApiWorld, type PersonName } from '../testing/testing-api.ts';
import { Calls } from '../testing/testing-calls.ts';
import { signInPeople } from '../testing/testing-people.ts';
import { dataOf, must } from '../testing/testing-reply.ts';

const SECRET = 'the secret of gateway and house';
const ATTEMPT_MS = 60_000;
const NO_ONE = { userId: null, workerId: null };

/** A system with a gateway to phones: what customers write comes in, what staff answer goes out. */
export class Threads {
  readonly calls: Calls;
  readonly gateway: PhoneGateway;

  private constructor(calls: Calls, gateway: PhoneGateway) {
    this.calls = calls;
    this.gateway = gateway;
  }

  static async open(people: readonly PersonName[]): Promise<Threads> {
    const api = await openApiWorld();
    const secretFile = join(await mkdtemp(join(tmpdir(), 'atelier-thread-')), 'secret');
    await writeFile(secretFile, SECRET);
    const { app } = await api.node({ config: { messageGateway: { channel: 'sms', secretFile } } });
    const calls = new Calls(api, app, (await signInPeople(app, ['admin', ...people])).call);
    return new Threads(calls, await startPhoneGateway(SECRET));
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.calls.api.close();
  }

  /** Messages on at any hour, with a sender. */
  async switchOn(): Promise<void> {
    const rules = { message_quiet_from: 0, message_quiet_until: 0, messages_on: true };
    for (const [key, value] of Object.entries(rules)) await this.calls.configure(key, value);
    const sender = { site_id: null, name: 'Maison', address: 'atelier@maison.test' };
    await must(this.calls.call('admin', 'POST', '/system/messages/sender', sender));
  }

  /** A deposit of Paris that names a phone, and no email address. */
  async deposited(phone: string, contact: Partial<Contact> = {}): Promise<{ itemId: number; rmaId: number }> {
    const given = await newDeposit(this.calls.api.world);
    const whole = { ...given.contact, email: null, phoneCode: '+33', phone, ...contact };
    return deposit(this.calls.services, { ...given, contact: whole });
  }

  /** What a customer texts, and what the gateway reports of it. */
  async write(text: WrittenText, { isIndexed = true } = {}): Promise<string> {
    const { headers, payload } = this.gateway.signed(text);
    if (isIndexed) await this.calls.api.world.settle();
    const url = '/api/messages/inbound';
    const reply = await this.calls.app.inject({ method: 'POST', url, headers, payload });
    const { data }: { data: { outcome?: string } | null } = reply.json();
    return data?.outcome ?? String(reply.statusCode);
  }

  async of(itemId: number, who: PersonName = 'paris'): Promise<MessagesView> {
    const url = `/messages?rma_item_id=${itemId}`;
    return dataOf(messagesResponse.shape.data, await this.calls.call(who, 'GET', url));
  }

  /** The newest text that the thread shows. */
  async newest(itemId: number): Promise<number> {
    const { messages } = await this.of(itemId);
    return messages.find(({ kind }) => kind === 'received')?.id ?? 1;
  }

  async reply(itemId: number, text: string, who: PersonName = 'paris') {
    const body = { rma_item_id: itemId, text, up_to: await this.newest(itemId) };
    return this.calls.call(who, 'POST', '/messages/reply', body);
  }

  /** A message that left for the phone of a deposit. */
  async wroteTo(rmaId: number, kind: MessageKind): Promise<void> {
    const rma = await this.deposit(rmaId);
    const [messageId = 0] = await this.calls.services.store.nextIds(1);
    const at = new Date().toISOString();
    const { itemIds, storeId, customerRef } = rma;
    const head = { messageId, kind, rmaId, itemIds, storeId, customerRef, cause: 'test', fee: null };
    const planned = { ...head, channel: 'sms', language: 'fr', dueAt: at, at };
    const sent = {
      attempt: 1,
      customerRef,
      to: fullPhone(rma.contact?.phoneCode ?? '', rma.contact?.phone ?? ''),
      at,
    };
    await this.#append(messageStream(messageId), [
      { type: 'MessagePlanned', data: planned },
      { type: 'MessageSent', data: sent },
    ]);
  }

  async changePhone(rmaId: number, phone: string): Promise<void> {
    const { customerRef, address, contact } = await this.deposit(rmaId);
    const at = new Date().toISOString();
    const data = { customerRef, address, contact: { ...contact, phone }, at, by: NO_ONE };
    await this.#append(rmaStream(rmaId), [{ type: 'RmaContactChanged', data }]);
  }

  async deposit(rmaId: number): Promise<Rma> {
    const { events } = await this.calls.api.world.store.readStream(rmaStream(rmaId));
    const rma = rmaAggregate.stateOf(events);
    if (rma.kind !== 'rma') throw new Error(`there is no deposit ${rmaId}`);
    return rma;
  }

  async #append(streamId: string, added: readonly DomainEvent[]): Promise<void> {
    const { store } = this.calls.api.world;
    const { events, version } = await store.readStream(streamId);
    const row = inlineRowOf(streamId, [...events, ...added]);
    const { metadata } = caller();
    await store.append({
      streams: [{ streamId, expectedVersion: version, events: added, ...(row && { row }) }],
      metadata,
    });
  }

  /** The sum of one counter of the node. */
  async metric(name: string): Promise<number> {
    const { payload } = await this.calls.app.inject({ url: '/api/metrics', remoteAddress: '127.0.0.1' });
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(payload)?.[1] ?? Number.NaN);
  }

  /** One attempt of a worker. */
  send(messageId: number): Promise<void> {
    const house = {
      publicUrl: 'https://atelier.test',
      masterKey: TEST_KEY,
      phoneChannel: 'sms',
      attemptMs: ATTEMPT_MS,
    } as const;
    const channel = createGatewayChannel({ url: this.gateway.url, secret: SECRET });
    const clock = { now: () => new Date(), advance: () => undefined };
    // As `switchOn` sets them: a test that waits for the end of the night fails at night.
    const policy = () => ({ ...this.calls.services.policy(), quietFromHour: 0, quietUntilHour: 0 });
    const services: CommandServices = { ...this.calls.services, clock, policy };
    return sendMessage(
      services,
      { house, send: channel, makeFeeLink: () => Promise.resolve(false), caller },
      messageId,
    );
  }
}

const caller = () => ({
  actor: SYSTEM,
  scope: { kind: 'all' } as const,
  metadata: {
    actor: { id: 'messages', kind: 'system' as const },
    commandId: randomUUID(),
    correlationId: randomUUID(),
    occurredAt: new Date().toISOString(),
  },
});
