import { beforeEach, describe, expect, it, vi } from 'vitest';

const notify = vi.hoisted(() => vi.fn<(notice: { title: string }) => void>());
vi.mock('@atelier/ui/feedback/notify.ts', () => ({ notify }));

const { ApiError } = await import('../api/api-error.ts');
const { queryClient } = await import('./query-client.ts');

const failing = (kind: 'timeout' | 'network') =>
  queryClient.fetchQuery({
    queryKey: ['test', kind],
    retry: false,
    queryFn: () => Promise.reject(new ApiError(kind, { status: 0 })),
  });

describe('a reading that fails', () => {
  beforeEach(() => notify.mockClear());

  it('is reported when it took too long', async () => {
    await expect(failing('timeout')).rejects.toThrow(ApiError);
    expect(notify).toHaveBeenCalledTimes(1);
  });

  it('leaves a missing connection to its screen', async () => {
    await expect(failing('network')).rejects.toThrow(ApiError);
    expect(notify).not.toHaveBeenCalled();
  });

  it('is tried without a network too, so that its screen can say so', () => {
    expect(queryClient.getDefaultOptions().queries?.networkMode).toBe('always');
  });
});
