import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteServerDate, serverNow } from './server-clock.ts';
import { atMoment } from './use-now.ts';

describe('a moment the server named', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') }));
  afterEach(() => {
    noteServerDate(new Date().toUTCString());
    vi.useRealTimers();
  });

  it('comes when it is past, not before', async () => {
    const flip = vi.fn<() => void>();
    atMoment('2026-11-20T10:01:00Z', flip);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(flip).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60);
    expect(flip).toHaveBeenCalledTimes(1);
  });

  it('may be months away, beyond what one timer holds', async () => {
    const flip = vi.fn<() => void>();
    atMoment('2027-02-20T10:00:00Z', flip);
    await vi.advanceTimersByTimeAsync(60 * 86_400_000);
    expect(flip).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(33 * 86_400_000);
    expect(flip).toHaveBeenCalledTimes(1);
  });

  it('can be stopped', async () => {
    const flip = vi.fn<() => void>();
    atMoment('2026-11-20T10:01:00Z', flip)();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(flip).not.toHaveBeenCalled();
  });

  it('is counted in server time where the device is wrong, and not for a second of noise', () => {
    noteServerDate('Fri, 20 Nov 2026 10:07:00 GMT');
    expect(serverNow()).toBe(Date.parse('2026-11-20T10:07:00.500Z'));
    noteServerDate('Fri, 20 Nov 2026 10:00:01 GMT');
    expect(serverNow()).toBe(Date.now());
    noteServerDate('nonsense');
    expect(serverNow()).toBe(Date.now());
  });
});
