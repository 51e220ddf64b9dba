import type { ServerFrame } from '@atelier/domain/live/contract.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connected, itemChange, setUp, tick } from './testing-live.ts';

/** A screen that comes back: its ticket, its cursor, and what it has to read again. */
describe('the live client on its return', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks for one ticket at a time', async () => {
    const ticket = vi.fn<() => Promise<string>>(() => new Promise(() => undefined));
    const { client } = setUp(ticket);
    client.start();
    client.hurry();
    await tick();
    expect(ticket).toHaveBeenCalledTimes(1);
  });

  it('does not open a connection with the ticket of the account before', async () => {
    const tickets: ((ticket: string) => void)[] = [];
    const { client, wires, last } = setUp(() => new Promise((resolve) => tickets.push(resolve)));
    client.start();
    client.stop();
    client.start();
    tickets[0]?.('of the one before');
    await tick();
    expect(wires).toHaveLength(0);
    tickets[1]?.('mine');
    await tick();
    last().open();
    expect(last().sent).toEqual([{ type: 'hello', ticket: 'mine' }]);
  });

  it('reads what changed while a topic was left and taken up again before it was confirmed', async () => {
    const { client, last, resynced } = await connected([]);
    client.subscribe(['item:1'])();
    client.subscribe(['item:1']);
    last().say({ type: 'subscribed', topics: ['item:1'], position: 100 });
    expect(resynced).toEqual([]);
    last().say({ type: 'subscribed', topics: ['item:1'], position: 105 });
    expect(resynced).toEqual(['item:1']);
  });

  it('reads a topic that it takes up again after it was confirmed too late', async () => {
    const { client, last, resynced } = await connected([]);
    client.subscribe(['item:1'])();
    last().say({ type: 'subscribed', topics: ['item:1'], position: 100 });
    expect(resynced).toEqual([]);
    client.subscribe(['item:1']);
    last().say({ type: 'subscribed', topics: ['item:1'], position: 200 });
    expect(resynced).toEqual(['item:1']);
  });

  it('takes up more than a hundred topics in several frames, and keeps its cursor until all are answered', async () => {
    const topics = Array.from({ length: 150 }, (_, index) => `item:${index + 1}`);
    const { last, client } = await connected(topics);
    last().say({ ...itemChange(120, 1), topic: 'item:1' } as ServerFrame);
    last().cut(1006);
    await tick(1000);
    last().open();
    last().say({ type: 'welcome', epoch: 'e1', position: 120 });
    const asked = last().sent.flatMap((frame) => (frame.type === 'subscribe' ? [frame.topics] : []));
    expect(asked.map((each) => each.length)).toEqual([100, 50]);
    last().say({ type: 'subscribed', topics: asked[0] ?? [], position: 120 });
    last().say({ ...itemChange(130, 2), topic: 'item:1' } as ServerFrame);
    expect(client.cursor?.position).toBe(120);
    last().say({ type: 'subscribed', topics: asked[1] ?? [], position: 130 });
    last().say({ type: 'heartbeat', position: 131 });
    expect(client.cursor?.position).toBe(131);
  });

  it('moves its cursor back when the log was set back', async () => {
    const { last, client } = await connected();
    last().say(itemChange(900, 3));
    last().cut(1006);
    await tick(1000);
    last().open();
    last().say({ type: 'welcome', epoch: 'e1', position: 900 });
    last().say({ type: 'resync', topics: ['store:1'] });
    last().say({ type: 'subscribed', topics: ['store:1'], position: 300 });
    last().say({ type: 'heartbeat', position: 301 });
    expect(client.cursor?.position).toBe(301);
  });

  it('takes older versions of another history', async () => {
    const { last, client } = await connected();
    last().say(itemChange(120, 9));
    await tick(400);
    last().say(itemChange(121, 10));
    last().say({ type: 'resync', topics: ['store:1'] });
    last().say({ ...itemChange(40, 3), epoch: 'restored' } as ServerFrame);
    await tick(400);
    expect(client.store.row('item', 1)?.version).toBe(3);
  });

  it('reads a topic once when the server asks for it just before it confirms it', async () => {
    const { client, last, resynced } = await connected([]);
    client.subscribe(['item:1']);
    last().say({ type: 'resync', topics: ['item:1'] });
    last().say({ type: 'subscribed', topics: ['item:1'], position: 100 });
    expect(resynced).toEqual(['item:1']);
  });

  it('reads a topic that is confirmed again after it was refused', async () => {
    const { client, last, resynced } = await connected();
    last().cut(1006);
    await tick(1000);
    last().open();
    last().say({ type: 'welcome', epoch: 'e1', position: 100 });
    last().say({ type: 'refused', topic: 'store:1', code: 'not_found' });
    expect(client.refusal('store:1')).toBe('not_found');
    last().cut(1006);
    await tick(1000);
    last().open();
    last().say({ type: 'welcome', epoch: 'e1', position: 100 });
    last().say({ type: 'subscribed', topics: ['store:1'], position: 200 });
    expect(resynced).toEqual(['store:1', 'store:1']);
    expect(client.refusal('store:1')).toBeUndefined();
  });

  it('keeps why a topic was refused', async () => {
    const { client, last } = await connected();
    last().say({ type: 'refused', topic: 'store:1', code: 'not_found' });
    expect(client.refusal('store:1')).toBe('not_found');
  });
});
