import { expect, it, vi } from 'vitest';
import { untilDone } from './keep-sealed.ts';

const patient = { timeout: 20_000 };

it('what fails is tried again until it is done, and not after it', async () => {
  const tries: string[] = [];
  const work = async (): Promise<void> => {
    tries.push('try');
    if (tries.length < 3) throw new Error('the database is away');
  };
  const errors: unknown[] = [];
  const { stop } = untilDone(work, (error) => errors.push(error), 1);
  await vi.waitFor(() => expect(tries).toHaveLength(3), patient);
  await stop();
  expect(errors).toHaveLength(2);
  expect(tries).toHaveLength(3);
});

it('ends while it waits for its next try', async () => {
  const failed = vi.fn<(error: unknown) => void>();
  const { stop } = untilDone(() => Promise.reject(new Error('away')), failed, 3_600_000);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce(), patient);
  await stop();
  expect(failed).toHaveBeenCalledOnce();
});
