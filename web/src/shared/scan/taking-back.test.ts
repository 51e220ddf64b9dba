import { expect, it } from 'vitest';
import { allTakenBack, takesBack } from './taking-back.ts';

it('a scan waits for everything that is being taken back', async () => {
  await allTakenBack();
  takesBack.onMutate();
  takesBack.onMutate();
  let isSent = false;
  const sent = allTakenBack().then(() => (isSent = true));
  takesBack.onSettled();
  await Promise.resolve();
  expect(isSent).toBe(false);
  takesBack.onSettled();
  await sent;
  expect(isSent).toBe(true);
});
