import type { ClientFrame, ServerFrame } from '@atelier/domain/live/contract.ts';
import { vi } from 'vitest';
import type { LiveChange } from './keyed-store.ts';
import { LiveClient } from './live-client.ts';

/** The far end of a connection, spoken by hand. */
export class Wire {
  readyState = 0;
  sent: ClientFrame[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(frame: ServerFrame): void {
    this.sayText(JSON.stringify(frame));
  }
  sayText(data: string): void {
    this.onmessage?.({ data });
  }
  cut(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

export function setUp(ticket: () => Promise<string> = () => Promise.resolve('t')) {
  const wires: Wire[] = [];
  const changes: LiveChange[] = [];
  const resynced: string[] = [];
  const revoked = vi.fn<() => void>();
  const setAside = vi.fn<() => void>();
  const client = new LiveClient({
    ticket,
    socket: () => {
      const wire = new Wire();
      wires.push(wire);
      return wire as unknown as WebSocket;
    },
    now: () => Date.now(),
    random: () => 0.5,
    onRevoked: revoked,
    onSetAside: setAside,
    onChanges: (news) => changes.push(...news),
    onResync: (topics) => resynced.push(...topics),
  });
  const last = () => wires.at(-1) as Wire;
  return { client, wires, last, changes, resynced, revoked, setAside };
}

export const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
export const itemChange = (position: number, version: number): ServerFrame => ({
  type: 'change',
  topic: 'store:1',
  epoch: 'e1',
  position,
  rows: [{ kind: 'item', id: 1, version }],
});

export async function connected(topics: string[] = ['store:1']) {
  const all = setUp();
  all.client.subscribe(topics);
  all.client.start();
  await tick();
  all.last().open();
  all.last().say({ type: 'welcome', epoch: 'e1', position: 100 });
  all.last().say({ type: 'subscribed', topics, position: 100 });
  return all;
}
