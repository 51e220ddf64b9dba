import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { isGenuine } from '@atelier/tests/harness/webhook-receiver.ts';
import { describe, expect, it, vi } from 'vitest';
import { PATIENCE, webhookSuite } from './testing-webhook-suite.ts';

describe.each(['PostgreSQL', 'Redis'] as const)('webhooks with queues on %s', (backend) => {
  const on = webhookSuite(backend);
  const { begin, untilReceived, untilAtEnd, untilOff, pieces } = on;

  it('a deposit arrives signed, with ids only', async () => {
    await begin();
    const id = await on.hooks.make({ url: on.receiver.url });
    const { itemId } = await on.hooks.deposit();
    await untilReceived(1);
    const [webhook] = on.receiver.received();
    if (webhook === undefined) throw new Error('nothing came');
    const [key] = (await on.hooks.view(id)).keys;
    expect(isGenuine(webhook, key?.public_key ?? '')).toBe(true);
    expect(isGenuine({ ...webhook, body: `${webhook.body} ` }, key?.public_key ?? '')).toBe(false);
    expect(webhook.payload).toEqual({
      type: 'piece.created',
      timestamp: expect.stringMatching(/Z$/),
      data: { item_id: itemId, position: expect.any(Number) },
    });
    await vi.waitFor(async () => expect((await on.hooks.view(id)).last?.outcome).toBe('taken'), PATIENCE);
    expect(await on.hooks.log(id)).toMatchObject([
      {
        webhook_id: webhook.id,
        type: 'piece.created',
        attempt: 1,
        outcome: 'taken',
        status: 204,
        answer: '',
      },
    ]);
  });

  it('deliveries follow the log to each endpoint, and hold what it asked for only', async () => {
    await begin();
    const [some, all] = [
      await on.hooks.make({ url: `${on.receiver.url}/some` }),
      await on.hooks.make({ url: `${on.receiver.url}/all`, types: ['repair.created', 'piece.created'] }),
    ];
    const made: { itemId: number; rmaId: number }[] = [];
    for (let count = 0; count < 6; count += 1) made.push(await on.hooks.deposit());
    await untilReceived(18);
    await untilAtEnd(some, all);
    const to = (path: string) => on.receiver.received().filter((webhook) => webhook.path.endsWith(path));
    expect(to('/some').map(({ payload }) => payload.data['item_id'])).toEqual(
      made.map(({ itemId }) => itemId),
    );
    expect(
      to('/all')
        .map(({ payload }) => payload.type)
        .toSorted(),
    ).toEqual([
      ...Array.from({ length: 6 }, () => 'piece.created'),
      ...Array.from({ length: 6 }, () => 'repair.created'),
    ]);
    const positions = to('/all').map(({ payload }) => payload.data['position'] ?? 0);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('what was not taken is sent again under the same id and a new time, and what lies behind it waits', async () => {
    await begin();
    on.receiver.reply((_webhook, count) => ([503, 'cut', 302] as const)[count - 1] ?? 200);
    const id = await on.hooks.make({ url: on.receiver.url });
    const [first, second] = [await on.hooks.deposit(), await on.hooks.deposit()];
    await untilReceived(5);
    await untilAtEnd(id);
    expect(pieces()).toEqual([first.itemId, first.itemId, first.itemId, first.itemId, second.itemId]);
    expect(new Set(on.receiver.received().map((webhook) => webhook.id)).size).toBe(2);
    const [key] = (await on.hooks.view(id)).keys;
    expect(on.receiver.received().every((webhook) => isGenuine(webhook, key?.public_key ?? ''))).toBe(true);
    expect(
      (await on.hooks.log(id)).map(({ attempt, outcome, status }) => [attempt, outcome, status]),
    ).toEqual([
      [1, 'refused', 503],
      [2, 'unreachable', null],
      [3, 'refused', 302],
      [4, 'taken', 200],
      [1, 'taken', 200],
    ]);
    // Three attempts failed: one line when the endpoint went away, one when it was back.
    expect(on.reported).toEqual([
      expect.stringMatching(/^dependency away/),
      expect.stringMatching(/^dependency back/),
    ]);
  });

  it('an endpoint that fails keeps no other from its deliveries', async () => {
    await begin({ pauseMs: () => 3_600_000 });
    on.receiver.reply(({ path }) => (path.endsWith('/bad') ? 500 : 200));
    const bad = await on.hooks.make({ url: `${on.receiver.url}/bad` });
    const good = await on.hooks.make({ url: `${on.receiver.url}/good` });
    for (let count = 0; count < 3; count += 1) await on.hooks.deposit();
    await untilAtEnd(good);
    expect(await on.hooks.log(good)).toHaveLength(3);
    await vi.waitFor(async () => expect((await on.hooks.view(bad)).failures).toBe(1), PATIENCE);
    const { next_attempt_at: next } = await on.hooks.view(bad);
    expect(Date.parse(next ?? '') - Date.now()).toBeGreaterThan(3_000_000);
  });

  it('a changed address is tried at once, whatever pause was left', async () => {
    await begin({ pauseMs: () => 3_600_000 });
    on.receiver.reply(({ path }) => (path.endsWith('/old') ? 500 : 200));
    const id = await on.hooks.make({ url: `${on.receiver.url}/old` });
    await on.hooks.deposit();
    await vi.waitFor(async () => expect((await on.hooks.view(id)).failures).toBe(1), PATIENCE);
    const wishes = {
      name: 'Web shop',
      types: ['piece.created'],
      siteId: null,
      scope: { kind: 'all' },
    } as const;
    await on.hooks.command(id, { type: 'ChangeWebhook', ...wishes, url: `${on.receiver.url}/new` });
    await untilAtEnd(id);
    expect(await on.hooks.view(id)).toMatchObject({ failures: 0, last: { outcome: 'taken' } });
  });

  it('410 switches the endpoint off; switched on again it goes on where it stopped', async () => {
    await begin();
    on.receiver.reply(() => 410);
    const id = await on.hooks.make({ url: on.receiver.url });
    const first = await on.hooks.deposit();
    await untilOff(id, 'gone');
    const second = await on.hooks.deposit();
    expect(on.receiver.received()).toHaveLength(1);
    on.receiver.reply(() => 200);
    await on.hooks.command(id, { type: 'SwitchWebhookOn', after: null });
    await untilAtEnd(id);
    expect(pieces()).toEqual([first.itemId, first.itemId, second.itemId]);
    expect(on.warned).toEqual([[{ webhook: id, why: 'gone' }, expect.stringContaining('switched off')]]);
  });

  it('an endpoint that fails for too long is switched off, with a warning', async () => {
    await begin({ giveUpAfterMs: 200 });
    on.receiver.reply(() => 500);
    const id = await on.hooks.make({ url: on.receiver.url });
    await on.hooks.deposit();
    await untilOff(id, 'failing');
    expect(on.warned).toEqual([[{ webhook: id, why: 'failing' }, expect.stringContaining('switched off')]]);
    expect((await on.hooks.log(id)).length).toBeGreaterThan(1);
  });

  it('switched on with what happens from now on, it leaves out what happened meanwhile', async () => {
    await begin();
    const id = await on.hooks.make({ url: on.receiver.url });
    await on.hooks.command(id, { type: 'SwitchWebhookOff', why: 'person' });
    await on.hooks.deposit();
    await on.hooks.command(id, {
      type: 'SwitchWebhookOn',
      after: await settleHorizon(on.world.pool, on.world.store),
    });
    const { itemId } = await on.hooks.deposit();
    await untilReceived(1);
    await untilAtEnd(id);
    expect(pieces()).toEqual([itemId]);
  });

  it('a replay sends everything from a position on once more, under the same ids and in order', async () => {
    await begin();
    const id = await on.hooks.make({ url: on.receiver.url });
    const made = [await on.hooks.deposit(), await on.hooks.deposit(), await on.hooks.deposit()];
    await untilReceived(3);
    await untilAtEnd(id);
    const [first, second] = on.receiver.received();
    await on.hooks.command(id, { type: 'ReplayWebhook', after: (second?.payload.data['position'] ?? 0) - 1 });
    await untilReceived(5);
    await untilAtEnd(id);
    const ids = made.map(({ itemId }) => itemId);
    expect(pieces()).toEqual([...ids, ...ids.slice(1)]);
    expect(new Set(on.receiver.received().map((webhook) => webhook.id)).size).toBe(3);
    expect(
      on.receiver
        .received()
        .slice(3)
        .some((webhook) => webhook.id === first?.id),
    ).toBe(false);
  });

  it('a replay ahead passes over an event that no receiver takes', async () => {
    await begin();
    const id = await on.hooks.make({ url: on.receiver.url });
    on.receiver.reply((webhook) => (webhook.id === on.receiver.received()[0]?.id ? 422 : 200));
    const [, good] = [await on.hooks.deposit(), await on.hooks.deposit()];
    await vi.waitFor(async () => expect((await on.hooks.view(id)).failures).toBeGreaterThan(0), PATIENCE);
    const [failed] = on.receiver.received();
    await on.hooks.command(id, { type: 'ReplayWebhook', after: failed?.payload.data['position'] ?? 0 });
    await untilAtEnd(id);
    expect(pieces()).toContain(good.itemId);
  });
});
