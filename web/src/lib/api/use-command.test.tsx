// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onNotice } from '@atelier/ui/feedback/notify.ts';
import { useCommand } from './use-command.ts';

const keys: string[] = [];
let answer: () => Promise<Response>;
const json = (status: number, body: object) =>
  new Response(JSON.stringify({ status, message: '', data: null, ...body }), { status });
const done = () => Promise.resolve(json(200, { success: true, code: 'ok' }));
const refused = () => Promise.resolve(json(400, { success: false, code: 'fee_not_paid' }));
const lost = () => Promise.reject(new TypeError('network'));

beforeEach(() => {
  keys.length = 0;
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key') ?? '');
    return answer();
  });
});

function mountCommand(quiet?: string[], seen: () => number = () => 1) {
  const client = new QueryClient();
  client.setQueryData(['pieces', 1], 'read');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook(
    () =>
      useCommand((body: { id: number }) => ({ path: '/scan', body, ifMatch: seen() }), {
        ...(quiet && { quiet }),
        invalidates: [['pieces']],
        done: ({ message }, { id }) => `${message} ${id}`,
      }),
    { wrapper },
  );
  const press = async (id: number) => {
    act(() => hook.result.current.mutate({ id }));
    await waitFor(() => expect(hook.result.current.isPending).toBe(false));
  };
  return { hook, press, isStale: () => client.getQueryState(['pieces', 1])?.isInvalidated };
}

describe('a command', () => {
  it('keeps its key while the outcome is unknown, and takes a new one once it is decided', async () => {
    const { press } = mountCommand();
    answer = lost;
    await press(1);
    answer = done;
    await press(1);
    await press(1);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('is the same intention when its own effect has raised the version on screen', async () => {
    let version = 1;
    const { press } = mountCommand(undefined, () => version);
    answer = lost;
    await press(1);
    version = 2;
    await press(1);
    expect(keys[1]).toBe(keys[0]);
  });

  it('keeps its key when a proxy answers in place of the server', async () => {
    const { press } = mountCommand();
    answer = () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await press(1);
    answer = done;
    await press(1);
    expect(keys[1]).toBe(keys[0]);
  });

  it('is another intention with another content', async () => {
    const { press } = mountCommand();
    answer = lost;
    await press(1);
    await press(2);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('tells a refusal, unless the screen says it itself', async () => {
    const told: string[] = [];
    const stop = onNotice(({ title }) => told.push(title));
    answer = refused;
    await mountCommand(['fee_not_paid']).press(1);
    expect(told).toEqual([]);
    const { hook, press } = mountCommand();
    await press(1);
    expect(told).toHaveLength(1);
    expect(hook.result.current.error).toMatchObject({ status: 400, code: 'fee_not_paid' });
    stop();
  });

  it('says that it is done and has its queries read again, neither after a refusal', async () => {
    const told: string[] = [];
    const stop = onNotice(({ title }) => told.push(title));
    const { press, isStale } = mountCommand(['fee_not_paid']);
    answer = refused;
    await press(1);
    expect({ told, stale: isStale() }).toEqual({ told: [], stale: false });
    answer = () => Promise.resolve(json(200, { success: true, code: 'ok', message: 'saved' }));
    await press(2);
    expect({ told, stale: isStale() }).toEqual({ told: ['saved 2'], stale: true });
    stop();
  });
});
