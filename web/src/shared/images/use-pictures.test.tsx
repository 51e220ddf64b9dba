// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import type { UploadOptions } from '../../lib/api/bytes.ts';
import { PictureRefused } from './compress.ts';
import { usePictures } from './use-pictures.ts';

/** The device's work and the network stand still until the test lets them go. */
const world = vi.hoisted(() => ({
  compress: async (file: Blob): Promise<Blob> => file,
  sent: [] as { name: string; options: UploadOptions; settle: (result: string | Error) => void }[],
}));

vi.mock('./compress.ts', async (load) => ({
  ...(await load<object>()),
  compressPicture: (file: Blob) => world.compress(file),
}));
vi.mock('../../lib/api/bytes.ts', () => ({
  sendFile: (_path: string, _file: Blob, name: string, options: UploadOptions) =>
    new Promise((resolve, reject) => {
      const settle = (result: string | Error) =>
        result instanceof Error ? reject(result) : resolve({ image_id: result });
      world.sent.push({ name, options, settle });
    }),
}));

const ids: string[] = [];
beforeEach(() => {
  ids.length = 0;
  world.sent.length = 0;
  world.compress = async (file) => file;
});
afterEach(cleanup);

const file = (name: string) => new File(['x'], name);
const open = () => renderHook(() => usePictures((id) => ids.push(id)));
const refused = (status: number, code: string) => new ApiError('refused', { status, code, message: '' });
const lost = () => new ApiError('network', { status: 0, code: 'network' });

async function sending(hook: ReturnType<typeof open>, ...names: string[]) {
  const before = world.sent.length;
  act(() => hook.result.current.add(names.map(file)));
  await waitFor(() => expect(world.sent).toHaveLength(before + names.length));
  return world.sent.slice(before);
}

describe('chosen pictures', () => {
  it('are compressed, sent as jpg, and tell their ids in the order in which they arrive', async () => {
    const hook = open();
    const [first, second] = await sending(hook, 'a.heic', 'b.png');
    expect([first?.name, second?.name]).toEqual(['a.jpg', 'b.png']);
    await act(async () => second?.settle('id-b'));
    await act(async () => first?.settle('id-a'));
    await waitFor(() => expect(hook.result.current.pending).toEqual([]));
    expect(ids).toEqual(['id-b', 'id-a']);
  });

  it('show how far they are', async () => {
    const hook = open();
    const [one] = await sending(hook, 'a.jpg');
    act(() => one?.options.onProgress?.(0.4));
    expect(hook.result.current.pending[0]).toMatchObject({ phase: 'sending', progress: 0.4 });
  });

  it('can be sent again, the same bytes under the same key, after the connection was lost', async () => {
    let compressed = 0;
    world.compress = async (given) => {
      compressed += 1;
      return given;
    };
    const hook = open();
    const [one] = await sending(hook, 'a.jpg');
    await act(async () => one?.settle(lost()));
    const [failed] = hook.result.current.pending;
    expect(failed).toMatchObject({ phase: 'failed', code: 'network', canRetry: true });
    act(() => hook.result.current.retry(failed?.key ?? ''));
    await waitFor(() => expect(world.sent).toHaveLength(2));
    expect(world.sent[1]?.options.idempotencyKey).toBe(one?.options.idempotencyKey);
    await act(async () => world.sent[1]?.settle('id-a'));
    expect([ids, compressed]).toEqual([['id-a'], 1]);
  });

  it.each([
    [400, 'image_unreadable', false],
    [413, 'image_too_large', false],
    [429, 'too_many_requests', true],
    [500, 'internal', true],
    [503, 'unavailable', true],
  ])('refused with %i %s: sending again is offered: %s', async (status, code, canRetry) => {
    const hook = open();
    const [one] = await sending(hook, 'a.jpg');
    await act(async () => one?.settle(refused(status, code)));
    expect(hook.result.current.pending[0]).toMatchObject({ phase: 'failed', code, canRetry });
    expect(ids).toEqual([]);
  });

  it('are not sent at all when the device cannot open them', async () => {
    world.compress = () => Promise.reject(new PictureRefused('image_unreadable'));
    const hook = open();
    act(() => hook.result.current.add([file('notes.txt')]));
    await waitFor(() => expect(hook.result.current.pending[0]?.phase).toBe('failed'));
    expect(hook.result.current.pending[0]).toMatchObject({ code: 'image_unreadable', canRetry: false });
    expect(world.sent).toEqual([]);
  });

  it('stop when they are dropped or the form is left, and then tell nothing', async () => {
    const hook = open();
    const [dropped, left] = await sending(hook, 'a.jpg', 'b.jpg');
    act(() => hook.result.current.drop(hook.result.current.pending[0]?.key ?? ''));
    expect(dropped?.options.signal?.aborted).toBe(true);
    expect(left?.options.signal?.aborted).toBe(false);
    hook.unmount();
    expect(left?.options.signal?.aborted).toBe(true);
    dropped?.settle(new ApiError('aborted', { status: 0 }));
    left?.settle(new ApiError('aborted', { status: 0 }));
    expect(ids).toEqual([]);
  });
});
