// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { PartState } from './part-state.tsx';

afterEach(cleanup);

const part = (over: object) => ({
  data: undefined,
  error: null,
  isPending: false,
  isFetching: false,
  refetch: vi.fn<() => Promise<never>>(),
  ...over,
});

describe('a part of the detail', () => {
  it('that was given up says Timeout, and asks again for itself alone', () => {
    const late = part({ error: new ApiError('timeout', { status: 0, code: 'timeout' }) });
    render(<PartState part={late} />);
    expect(screen.getByRole('alert').textContent).toContain('detail.timeoutPart');
    screen.getByTestId('part-retry').click();
    expect(late.refetch).toHaveBeenCalledOnce();
  });

  it('that was refused says why, and not Timeout', () => {
    render(<PartState part={part({ error: new ApiError('refused', { status: 404, code: 'not_found' }) })} />);
    expect(screen.getByRole('alert').textContent).not.toContain('detail.timeoutPart');
  });

  it('that arrived shows no state, also when a later read fails', () => {
    const stale = part({
      data: { data: [] },
      error: new ApiError('timeout', { status: 0, code: 'timeout' }),
    });
    expect(render(<PartState part={stale} />).container.textContent).toBe('');
  });
});
