import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { connectApi } from '../lib/api/client.ts';
import { queryClient } from '../lib/query/query-client.ts';
import { adoptSession, currentSession, endSession } from '../lib/session/session-store.ts';
import { runLive } from './live.ts';
import { Wire } from '@atelier/browser-sync/live/testing-live.ts';

/** Some dozens of rows of a virtual list are in sight. */
const HIGH_PX = 3_000;
const view: SessionView = {
  user: { id: 1, user_type: 'operation', name: 'Bench', email: 'bench@demo.test' },
  roles: [],
  allPermission: [],
  userinfo: { data: [] },
  site: {
    id: 3,
    kind: 'factory',
    name: 'Factory',
    time_zone: 'Asia/Hong_Kong',
  } as unknown as SessionView['site'],
  worker: null,
  expires_at: '2999-01-01T00:00:00Z',
};

/** An item as a list call gives it, as far as lists and boards show it. */
export const shownItem = (id: number, over: Partial<ItemView> = {}): ItemView =>
  ({
    id,
    rma_id: id,
    version: 1,
    number: `R${id}`,
    fullname: 'Client',
    store_name: 'Shop',
    rma_status_id: 4,
    status_entered_at: new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString(),
    receive_item_date: '2026-01-01T00:00:00Z',
    due_at: null,
    product_name: 'Ring',
    product_size: '',
    product_kind: 'ring',
    product_metal: '',
    product_image: `/item-${id}.jpg`,
    rma_item_to_reason: [],
    holds: [],
    storage: null,
    expected: null,
    to_call: null,
    repair_fee: 0,
    ...over,
  }) as unknown as ItemView;

/** Requests that every screen makes. */
const OWN: Readonly<Record<string, unknown>> = { '/live/ticket': { ticket: 't' }, '/auth/session': view };

const responseOf = (data: unknown) =>
  Response.json({
    status: 200,
    success: true,
    code: 'ok',
    message: '',
    data,
    ...(Array.isArray(data) && { total: data.length }),
  });

/** Longer than any screen collects changes or waits before it reads again. */
const SETTLED_MS = 400;

/** Lets pass what the screen waits for; the time of a test moves by hand. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(SETTLED_MS));

/**
 * A signed-in screen with the real query client and live connection; what the server would say is spoken by hand.
 * @param data what a path of the API answers now, by its query where it has one; undefined answers an empty list
 */
export async function openScreen(screen: ReactNode, data: (path: string, query: string) => unknown) {
  vi.useFakeTimers();
  const wires: Wire[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void;
      constructor(onSize: () => void) {
        // As a browser does: the first size is reported too.
        this.observe = () => void Promise.resolve().then(() => act(onSize));
      }
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.stubGlobal('WebSocket', function openWire() {
    const wire = new Wire();
    wires.push(wire);
    return wire;
  });
  vi.stubGlobal('fetch', (input: unknown) => {
    const [path = '', query = ''] = String(input)
      .replace(/^.*\/api/, '')
      .split('?');
    const answer = OWN[path] ?? data(path, query);
    return Promise.resolve(responseOf(answer === undefined ? [] : answer));
  });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(HIGH_PX);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  connectApi({
    token: () => currentSession()?.token ?? null,
    loginType: () => null,
    onSessionEnded: () => undefined,
    onAnswer: () => undefined,
    onRefusal: () => Promise.resolve(),
  });
  adoptSession({ token: 't', login_type: 'old', view });
  const stopLive = runLive();
  render(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>);
  await settle();
  const wire = (): Wire => {
    const last = wires.at(-1);
    if (last === undefined) throw new Error('no live connection was opened');
    return last;
  };
  /** Accepts the newest connection and confirms every topic it asked for. */
  const accept = async (epoch = 'e1') => {
    wire().open();
    wire().say({ type: 'welcome', epoch, position: 100 });
    const topics = wire().sent.flatMap((frame) => (frame.type === 'subscribe' ? frame.topics : []));
    wire().say({ type: 'subscribed', topics, position: 100 });
    await settle();
  };
  await accept();
  return {
    wire,
    accept,
    settle,
    close: () => {
      cleanup();
      stopLive();
      endSession();
      queryClient.clear();
      vi.useRealTimers();
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    },
  };
}
