import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryDelay } from './reconnect.ts';
import { connected, itemChange, setUp, tick } from './testing-live.ts';

describe('the live client', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('says hello with its ticket, then subscribes, and reads what may have changed before', async () => {
    const { last, resynced, client } = await connected();
    expect(last().sent).toEqual([
      { type: 'hello', ticket: 't' },
      { type: 'subscribe', topics: ['store:1'] },
    ]);
    expect(resynced).toEqual(['store:1']);
    expect(client.freshness.state).toBe('live');
  });

  it('hands over the changes of a frame together, and drops stale versions', async () => {
    const { last, changes } = await connected();
    last().say(itemChange(101, 5));
    last().say(itemChange(102, 4));
    expect(changes).toEqual([]);
    await tick(400);
    expect(changes.map(({ position }) => position)).toEqual([101]);
  });

  it('resumes from epoch and position after a cut, without reading everything again', async () => {
    const { last, wires, resynced } = await connected();
    last().say(itemChange(120, 1));
    last().cut(1006);
    await tick(1000);
    expect(wires).toHaveLength(2);
    last().open();
    expect(last().sent[0]).toEqual({ type: 'hello', ticket: 't', cursor: { epoch: 'e1', position: 120 } });
    last().say({ type: 'welcome', epoch: 'e1', position: 130 });
    last().say({ type: 'subscribed', topics: ['store:1'], position: 130 });
    expect(resynced).toEqual(['store:1']);
  });

  it('does not let a heartbeat jump over a replay that is still coming', async () => {
    const { last, client } = await connected();
    last().say(itemChange(120, 1));
    last().cut(1006);
    await tick(1000);
    last().open();
    last().say({ type: 'welcome', epoch: 'e1', position: 130 });
    last().say({ type: 'heartbeat', position: 130 });
    expect(client.cursor?.position).toBe(120);
    last().say({ type: 'subscribed', topics: ['store:1'], position: 130 });
    last().say({ type: 'heartbeat', position: 131 });
    expect(client.cursor?.position).toBe(131);
  });

  it('reads again when the server says resync, and when the history is another', async () => {
    const { last, resynced } = await connected();
    last().say({ type: 'resync', topics: ['store:1'] });
    expect(resynced).toEqual(['store:1', 'store:1']);
    last().cut(1006);
    await tick(1000);
    last().open();
    last().say({ type: 'welcome', epoch: 'restored', position: 3 });
    expect(resynced).toHaveLength(3);
  });

  it('reads everything again after a malformed frame, once in ten seconds whatever else comes', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { last, resynced, client } = await connected();
    const before = resynced.length;
    for (const text of ['no json', '{"type":"change","topic":"store:1"}', '[]']) last().sayText(text);
    await tick();
    expect(resynced.slice(before)).toEqual(['store:1']);
    last().sayText('{}');
    await tick(9_000);
    expect(resynced.slice(before)).toHaveLength(1);
    await tick(1_000);
    expect(resynced.slice(before)).toHaveLength(2);
    expect(client.freshness.state).toBe('live');
    expect(warned).toHaveBeenCalledTimes(4);
    warned.mockRestore();
  });

  it('ignores a frame of a type that it does not know, and goes on', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { last, resynced, changes } = await connected();
    const before = resynced.length;
    last().sayText('{"type":"farewell","position":101}');
    last().say(itemChange(102, 1));
    await tick(400);
    expect(resynced).toHaveLength(before);
    expect(changes.map(({ position }) => position)).toEqual([102]);
    expect(warned).toHaveBeenCalledWith('live frame of an unknown type ignored', { type: 'farewell' });
    warned.mockRestore();
  });

  it('tells a revocation once and stays away', async () => {
    const { last, wires, revoked, client } = await connected();
    last().cut(4499);
    await tick(60_000);
    expect(revoked).toHaveBeenCalledTimes(1);
    expect(wires).toHaveLength(1);
    expect(client.freshness.state).toBe('idle');
  });

  it('tells at once when rights may have changed, and only then', async () => {
    const { last, setAside, wires } = await connected();
    last().cut(1006);
    await tick(20_000);
    expect(setAside).not.toHaveBeenCalled();
    last().open();
    last().say({ type: 'welcome', epoch: 'e1', position: 100 });
    const before = wires.length;
    last().cut(1012);
    expect(setAside).toHaveBeenCalledTimes(1);
    await tick(2_000);
    expect(wires.length).toBe(before + 1);
  });

  it('does not knock again where its origin is refused', async () => {
    const { last, wires, client } = await connected();
    last().cut(4403);
    await tick(60_000);
    expect(wires).toHaveLength(1);
    expect(client.freshness.state).toBe('refused');
  });

  it('asks for a new ticket after a bad one', async () => {
    const ticket = vi.fn<() => Promise<string>>(() => Promise.resolve('t'));
    const { client, last } = setUp(ticket);
    client.start();
    await tick();
    last().open();
    last().cut(4401);
    await tick(1000);
    expect(ticket).toHaveBeenCalledTimes(2);
  });

  it('leaves a connection that has been silent for three heartbeats', async () => {
    const { wires, client } = await connected();
    await tick(15_000);
    expect(client.freshness.state).not.toBe('live');
    await tick(2000);
    expect(wires).toHaveLength(2);
  });

  it('counts topics: the last one to leave unsubscribes', async () => {
    const { client, last } = await connected([]);
    const one = client.subscribe(['item:1']);
    const two = client.subscribe(['item:1']);
    one();
    one();
    expect(last().sent.filter(({ type }) => type === 'unsubscribe')).toEqual([]);
    two();
    expect(last().sent.at(-1)).toEqual({ type: 'unsubscribe', topics: ['item:1'] });
  });

  it('listens again to what is still wanted after it was stopped and started', async () => {
    const { client, last } = await connected();
    client.stop();
    client.start();
    await tick();
    last().open();
    last().say({ type: 'welcome', epoch: 'e1', position: 200 });
    expect(last().sent).toEqual([
      { type: 'hello', ticket: 't' },
      { type: 'subscribe', topics: ['store:1'] },
    ]);
  });
});

describe('waiting before another try', () => {
  it('spreads a restart over two seconds, and backs off to fifteen', () => {
    expect(retryDelay(1012, 0, () => 1)).toBe(2000);
    expect(retryDelay(1012, 0, () => 0)).toBe(0);
    const waits = [0, 1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelay(1006, attempt, () => 1));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    expect(retryDelay(1006, 9, () => 0)).toBe(7500);
  });
});
