// @vitest-environment jsdom
import type { ItemView, RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import type { ApiResponse } from '../../lib/api/client.ts';
import type { LiveChange } from '@atelier/browser-sync/live/keyed-store.ts';
import { onNotice } from '@atelier/ui/feedback/notify.ts';
import { patchRma, useTimeoutGuard } from './use-detail.ts';

const item = (id: number, version: number, status: number): ItemView =>
  ({ id, version, rma_status_id: status }) as unknown as ItemView;
const cached = { data: { items: [item(1, 3, 4), item(2, 3, 4)] } } as unknown as ApiResponse<RmaView>;
const change = (row: ItemView): Pick<LiveChange, 'rows'> => ({
  rows: [{ kind: 'item', ...row }] as unknown as LiveChange['rows'],
});

describe('an open repair', () => {
  it('takes in changes of its items, by version', () => {
    const after = patchRma(cached, change(item(2, 4, 5)));
    expect(after.data.items.map((one) => one.rma_status_id)).toEqual([4, 5]);
    expect(patchRma(cached, change(item(2, 3, 9)))).toBe(cached);
    expect(patchRma(cached, change(item(7, 9, 9)))).toBe(cached);
  });
});

describe('the 60-second guard', () => {
  const timeout = new ApiError('timeout', { status: 0, code: 'timeout' });
  const refused = new ApiError('refused', { status: 404, code: 'not_found' });

  it('says "Timeout" once, and asks again only for what is missing', () => {
    const notices: string[] = [];
    const stop = onNotice((notice) => notices.push(notice.id ?? ''));
    const late = { error: timeout, refetch: vi.fn<() => Promise<never>>() };
    const fine = { error: null, refetch: vi.fn<() => Promise<never>>() };
    const gone = { error: refused, refetch: vi.fn<() => Promise<never>>() };
    const { result, rerender } = renderHook(() => useTimeoutGuard([late, fine, gone]));
    rerender();
    expect(notices).toEqual(['detail-timeout']);
    result.current?.();
    expect(late.refetch).toHaveBeenCalledOnce();
    expect(fine.refetch).not.toHaveBeenCalled();
    expect(gone.refetch).not.toHaveBeenCalled();
    stop();
  });

  it('has nothing to say while parts are only refused', () => {
    const { result } = renderHook(() =>
      useTimeoutGuard([{ error: refused, refetch: vi.fn<() => Promise<never>>() }]),
    );
    expect(result.current).toBeNull();
  });
});
