import { standingOf } from '@atelier/domain/repair/fees/fee-links.ts';
import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { planDelays, planForEvent } from '@atelier/application/messages/plan-message.commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { findAskedFee } from '@atelier/application/repair/fee-link.queries.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import {
  collect,
  deposit,
  handClock,
  newDeposit,
  repairAndReturn,
  sendToClient,
  sendToWarehouse,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { chooseMessages } from '@atelier/application/messages/choice.commands.ts';
import {
  makeFeeLink,
  makeFeeLinkUnlessOpen,
  revokeFeeLink,
} from '@atelier/application/repair/fee-link.commands.ts';
import { feeLinkHash, messageFeeToken } from '@atelier/application/shared/fee-link-secret.ts';
import { openWorld, TEST_KEY, type World } from '@atelier/application/projections/testing.ts';
import type { PolicySource } from '@atelier/application/system/policy-source.queries.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { startMailCatcher, textOf, type MailCatcher } from '@atelier/tests/mail-catcher/server.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { readReactionCheckpoint } from '../jobs/reaction-checkpoints.ts';
import { systemCaller } from '../system-caller.ts';
import { messagesSlice } from './messages.job.ts';
import { messageConfig, servicesWithRules, setRule, setSender, switchOn } from './testing-messages.ts';

const by = { userId: null, workerId: null };
const house = {
  publicUrl: 'https://atelier.test',
  masterKey: TEST_KEY,
  phoneChannel: null,
  attemptMs: 1,
};

describe.each(['PostgreSQL', 'Redis'] as const)('messages to customers with queues on %s', (backend) => {
  let world: World;
  let clock: HandClock;
  let services: CommandServices;
  let rules: PolicySource;
  let catcher: MailCatcher;
  let redis: TestRedis | undefined;
  let jobs: RunningJobs | undefined;
  let count = 0;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    world = await openWorld();
    catcher = await startMailCatcher();
    const offset = handClock(new Date(0));
    clock = {
      now: () => new Date(Date.now() + offset.now().getTime()),
      advance: (ms) => offset.advance(ms),
    };
    ({ services, rules } = await servicesWithRules(world, clock));
  });
  afterEach(async () => {
    await jobs?.stop();
    jobs = undefined;
  });
  afterAll(async () => {
    await rules.stop();
    await world.close();
    await catcher.close();
    await redis?.stop();
  });

  const begin = async (mailUrl: string | undefined = catcher.mailUrl) => {
    jobs = await startJobs({
      services,
      queues: { databaseUrl: world.database.appUrl, redisUrl: redis?.url, onError: () => undefined },
      slices: [messagesSlice(await messageConfig(mailUrl), makeFeeLinkUnlessOpen)],
      reconcileMs: 150,
      onRulesChanged: rules.onChange,
      onError: () => undefined,
    });
  };
  const until = async <Value>(look: () => Promise<Value | undefined> | Value | undefined): Promise<Value> => {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(await rows())}`);
      await sleep(20);
    }
  };
  const rows = () => world.db.selectFrom('message_row').selectAll().orderBy('id').execute();
  const row = (rmaId: number, kind: string, state: string) =>
    until(async () =>
      (await rows()).find((each) => each.rma_id === rmaId && each.kind === kind && each.state === state),
    );
  /** Everything in the log has been passed by the policy. */
  const passed = async () => {
    const newest = await settleHorizon(world.pool, world.store);
    await until(async () =>
      (await readReactionCheckpoint(world.db, 'messages')).position >= newest ? true : undefined,
    );
  };
  const callerFor = (key: string) => systemCaller(clock, 'messages', key);
  const mails = (address: string) => catcher.mails().filter(({ to }) => to.includes(address));
  /** An amount by hand, as an administrator names it. */
  const quoteFee = async (itemId: number) => {
    const fee = { amount: 9_000, currency: 'EUR' };
    const data = {
      fee,
      because: 'override',
      reason: null,
      policyVersion: 1,
      at: clock.now().toISOString(),
      by,
    };
    const stream = `item-${itemId}`;
    const { events, version } = await world.store.readStream(stream);
    const added = [{ type: 'FeeQuoted', data }];
    const row = inlineRowOf(stream, [...events, ...added]);
    await world.store.append({
      streams: [{ streamId: stream, expectedVersion: version, events: added, ...(row && { row }) }],
      metadata: systemCaller(clock, 'test').metadata,
    });
  };
  const left = async (email: string | null = `c${(count += 1)}@${backend.toLowerCase()}.test`) => {
    const given = await newDeposit(world);
    const made = await deposit(services, { ...given, contact: { ...given.contact, email } });
    return { ...made, email: email ?? '' };
  };

  it('what was there before messages were switched on is never written about', async () => {
    await begin();
    const before = await left();
    await passed();
    await setSender(services, 'atelier@maison.test');
    await switchOn(services);
    const after = await left();
    await row(after.rmaId, 'deposit', 'sent');
    expect(mails(before.email)).toEqual([]);
    expect((await rows()).filter(({ rma_id: id }) => id === before.rmaId)).toEqual([]);
  });

  it('deposit, ready and collected, each once, in the language of the customer, from the sender', async () => {
    await begin();
    const { rmaId, itemId, email } = await left();
    await row(rmaId, 'deposit', 'sent');
    await sendToWarehouse(services, [itemId], `OUT-${backend}-1`);
    await repairAndReturn(services, itemId, `BACK-${backend}-1`);
    await row(rmaId, 'ready', 'sent');
    await collect(services, itemId);
    await row(rmaId, 'collected', 'sent');
    const [deposited, ready, collected, ...more] = mails(email);
    expect(more).toEqual([]);
    expect(deposited?.headers.get('from')).toBe('Maison <atelier@maison.test>');
    expect(deposited?.headers.get('list-unsubscribe')).toContain('https://atelier.test/messages/');
    expect(textOf(deposited ?? { source: '' })).toContain('Bonjour Camille Laurent,');
    expect(textOf(ready ?? { source: '' })).toContain('est prêt et vous attend');
    expect(textOf(collected ?? { source: '' })).toContain('vous a été remis');
  });

  it('a parcel to the client’s door is announced once it has left the shop', async () => {
    await begin();
    const { rmaId, itemId, email } = await left();
    await sendToWarehouse(services, [itemId], `OUT-${backend}-D`);
    await repairAndReturn(services, itemId, `BACK-${backend}-D`);
    await row(rmaId, 'ready', 'sent');
    await sendToClient(services, itemId, `DOOR-${backend}`);
    await row(rmaId, 'on_its_way', 'sent');
    expect(textOf(mails(email).at(-1) ?? { source: '' })).toContain('est en route vers votre adresse');
  });

  it('no message goes to a customer who opted out, has no address, or is no longer to be written to', async () => {
    await begin();
    const first = await left();
    await row(first.rmaId, 'deposit', 'sent');
    const { events } = await world.store.readStream(`rma-${first.rmaId}`);
    const customerRef = String(Reflect.get(events[0]?.data ?? {}, 'customerRef'));
    const caller = systemCaller(clock, 'test');
    await chooseMessages(services, TEST_KEY, caller, { customerRef, declined: true, how: 'link' });
    await sendToWarehouse(services, [first.itemId], `OUT-${backend}-2`);
    await repairAndReturn(services, first.itemId, `BACK-${backend}-2`);
    expect(await row(first.rmaId, 'ready', 'skipped')).toMatchObject({ why: 'opted_out' });
    const nowhere = await left(null);
    expect(await row(nowhere.rmaId, 'deposit', 'skipped')).toMatchObject({ why: 'no_address' });
    expect(mails(first.email)).toHaveLength(1);
  });

  it('a message that waits for quiet hours or an undo is sent only if it is still so', async () => {
    await begin();
    await setRule(services, 'message_wait_minutes', 60);
    const { rmaId, itemId, email } = await left();
    await row(rmaId, 'deposit', 'sent');
    await sendToWarehouse(services, [itemId], `OUT-${backend}-3`);
    await repairAndReturn(services, itemId, `BACK-${backend}-3`);
    await row(rmaId, 'ready', 'waiting');
    await collect(services, itemId);
    await row(rmaId, 'collected', 'waiting');
    clock.advance(61 * 60_000);
    expect(await row(rmaId, 'ready', 'skipped')).toMatchObject({ why: 'outdated' });
    await row(rmaId, 'collected', 'sent');
    expect(mails(email)).toHaveLength(2);
    await setRule(services, 'message_wait_minutes', 0);
  });

  it('a server that is away is tried again, and the message arrives once', async () => {
    catcher.onMail = () => {
      throw new Error('busy');
    };
    await begin();
    const { rmaId, email } = await left();
    await until(async () =>
      (await rows()).find((each) => each.rma_id === rmaId && each.attempts === 1 && each.state === 'waiting'),
    );
    catcher.onMail = () => undefined;
    clock.advance(2 * 60_000);
    expect(await row(rmaId, 'deposit', 'sent')).toMatchObject({ attempts: 2 });
    expect(mails(email)).toHaveLength(1);
  });

  it('a fee to approve carries a link that its customer can answer, and only its hash is kept', async () => {
    await begin();
    const { rmaId, itemId, email } = await left();
    await row(rmaId, 'deposit', 'sent');
    await quoteFee(itemId);
    await row(rmaId, 'fee', 'sent');
    const [, asked] = mails(email);
    const [, token = ''] = /https:\/\/atelier\.test\/fee\/(\S+)/.exec(textOf(asked ?? { source: '' })) ?? [];
    const found = await findAskedFee(world.store, token);
    expect(found?.item.id).toBe(itemId);
    expect(found === undefined ? '' : standingOf(found.item, found.link)).toBe('waiting');
    const { rows: kept } = await world.pool.query(
      `select from events where data::text || metadata::text like '%' || $1 || '%'`,
      [token.slice(token.indexOf('-') + 1)],
    );
    expect(kept).toHaveLength(0);
  });

  it('a fee link that staff send leaves at once, carries that link, and not once it is revoked', async () => {
    await begin();
    const { rmaId, itemId, email } = await left();
    await row(rmaId, 'deposit', 'sent');
    await setRule(services, 'message_wait_minutes', 60);
    await quoteFee(itemId);
    const send = async () => {
      const [id = 0] = await world.store.nextIds(1);
      const linkHash = feeLinkHash(messageFeeToken(TEST_KEY, itemId, id));
      const link = { linkHash, way: 'message', message: { id, to: 'email' } } as const;
      expect((await makeFeeLink(services, callerFor(`send-${id}`), itemId, link)).ok).toBe(true);
      return id;
    };
    const id = await send();
    expect(await row(rmaId, 'fee', 'sent')).toMatchObject({ id, channel: 'email' });
    const asked = mails(email).at(-1);
    const [, token = ''] = /https:\/\/atelier\.test\/fee\/(\S+)/.exec(textOf(asked ?? { source: '' })) ?? [];
    expect(token).toBe(messageFeeToken(TEST_KEY, itemId, id));
    await setRule(services, 'message_wait_minutes', 0);
    await jobs?.stop();
    const revoked = await send();
    await revokeFeeLink(services, callerFor(`revoke-${revoked}`), itemId);
    // The revocation is of no type that the policy reads: its checkpoint passes it with the link alone.
    await settleHorizon(world.pool, world.store);
    await begin();
    await passed();
    expect((await rows()).filter((each) => each.id === revoked)).toEqual([]);
  });

  it('an event that is read twice plans one message', async () => {
    const { rmaId } = await left();
    const [event] = (await world.store.readStream(`rma-${rmaId}`)).events;
    if (event === undefined) throw new Error('there is no deposit');
    const ids = await Promise.all([1, 2, 3].map(() => planForEvent(services, house, callerFor, event)));
    expect(new Set(ids).size).toBe(1);
    await begin();
    await row(rmaId, 'deposit', 'sent');
    expect((await rows()).filter((each) => each.rma_id === rmaId && each.kind === 'deposit')).toHaveLength(1);
  });

  it('an erased person gets nothing, and what the log held of them is gone', async () => {
    await begin();
    const { rmaId, itemId, email } = await left();
    await row(rmaId, 'deposit', 'sent');
    const { events } = await world.store.readStream(`rma-${rmaId}`);
    const customerRef = String(Reflect.get(events[0]?.data ?? {}, 'customerRef'));
    const erasing = { ...world, blobs: services.blobs };
    await erasePerson(erasing, {
      customerRefs: [customerRef],
      reason: 'GDPR',
      requestId: 1,
      now: new Date(),
    });
    await sendToWarehouse(services, [itemId], `OUT-${backend}-9`);
    await repairAndReturn(services, itemId, `BACK-${backend}-9`);
    expect(await row(rmaId, 'ready', 'skipped')).toMatchObject({ why: 'erased' });
    expect(mails(email)).toHaveLength(1);
    const [sent] = (await rows()).filter((each) => each.rma_id === rmaId);
    const history = await world.store.readStream(`message-${sent?.id ?? 0}`);
    expect(history.events.find(({ type }) => type === 'MessageSent')?.data).toMatchObject({ to: null });
  });

  // The last one: the log's own clock is a month behind from here on.
  it('a piece in repair for long is worth one word', async () => {
    await begin();
    const { rmaId, email } = await left();
    await row(rmaId, 'deposit', 'sent');
    clock.advance(30 * DAY_MS + 60_000);
    await row(rmaId, 'delay', 'sent');
    await planDelays(services, house, callerFor);
    expect(mails(email)).toHaveLength(2);
  });
});
