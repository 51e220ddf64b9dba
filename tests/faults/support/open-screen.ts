import type { LiveRow } from '@atelier/domain/live/contract.ts';
import { LiveClient } from '@atelier/browser-sync/live/live-client.ts';
import type { LiveChange } from '@atelier/browser-sync/live/keyed-store.ts';
import { ask } from './caller.ts';

export interface OpenScreen {
  readonly topic: string;
  /** Version by item, as the screen shows it. */
  readonly shown: ReadonlyMap<number, LiveRow>;
  /** How often the server asked it to read everything again. */
  readonly resyncs: () => number;
  /** How often a row came back older than it was shown before. */
  readonly backwards: () => number;
  readonly state: () => string;
  readonly close: () => void;
}

/**
 * A screen that was left open: the product's own live client, with the browser's pieces put in. Nothing here
 * helps it: after a cut it has to reconnect and catch up unaided.
 */
export function openScreen(url: () => string, token: string, topic: string): OpenScreen {
  const shown = new Map<number, LiveRow>();
  let resyncs = 0;
  let backwards = 0;
  const show = (change: LiveChange): void => {
    for (const row of change.rows) {
      if (row.kind !== 'item') continue;
      if ((shown.get(row.id)?.version ?? 0) > row.version) backwards += 1;
      shown.set(row.id, row);
    }
    for (const { kind, id, version } of change.removed) {
      if (kind === 'item' && (shown.get(id)?.version ?? 0) <= version) shown.delete(id);
    }
  };
  const client = new LiveClient({
    ticket: () => ticketOf(url(), token),
    socket: () => new WebSocket(`${url().replace('http', 'ws')}/api/live`),
    now: () => Date.now(),
    random: Math.random,
    onRevoked: () => undefined,
    onChanges: (changes) => changes.forEach(show),
    onResync: () => (resyncs += 1),
  });
  client.subscribe([topic]);
  client.start();
  return {
    topic,
    shown,
    resyncs: () => resyncs,
    backwards: () => backwards,
    state: () => client.freshness.state,
    close: () => client.stop(),
  };
}

async function ticketOf(url: string, token: string): Promise<string> {
  const { status, body } = await ask(url, token, { method: 'POST', path: '/live/ticket' });
  const { data } = body;
  if (status === 200 && typeof data === 'object' && data !== null && 'ticket' in data)
    return String(data.ticket);
  throw new Error(`no ticket: ${status}`);
}
