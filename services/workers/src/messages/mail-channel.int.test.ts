import { openSendWindow } from '@atelier/application/shared/send-window.ts';
import { createMailChannel } from '@atelier/application/shared/mail-channel.ts';
import { startMailCatcher, type MailCatcher } from '@atelier/tests/mail-catcher/server.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** The catcher offers no STARTTLS. */
let catcher: MailCatcher;
let port: string;

beforeAll(async () => {
  catcher = await startMailCatcher();
  ({ port } = new URL(catcher.mailUrl));
});
afterAll(() => catcher.close());

const letter = {
  id: 'letter-1',
  from: { name: 'Atelier', address: 'atelier@house.test' },
  to: 'camille@mail.test',
  words: { subject: 'Ready', body: 'Your ring is ready.', footer: 'Atelier' },
  language: 'en',
  optOut: 'https://atelier.test/choice',
} as const;

const sendTo = (host: string, limitMs = 60_000) =>
  createMailChannel(`smtp://${host}:${port}`, 'https://atelier.test')(letter, openSendWindow(limitMs));

it('sends in clear to a mail server on this machine', async () => {
  expect(await sendTo('127.0.0.1')).toEqual({ kind: 'sent', to: letter.to });
  expect(catcher.mails()).toHaveLength(1);
});

it('sends nothing once its time is over, though the server takes the recipient after it', async () => {
  const before = catcher.taken().length;
  catcher.onRecipient = async () => {
    catcher.onRecipient = () => undefined;
    await sleep(900);
  };
  // The client's own limit is a timer. It may fire late, as after a pause: what counts is the check at the last byte.
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  expect(await sendTo('127.0.0.1', 300)).toEqual({ kind: 'too_late' });
  timeout.mockRestore();
  expect(await sendTo('127.0.0.1')).toEqual({ kind: 'sent', to: letter.to });
  expect(catcher.taken().length - before).toBe(1);
});

it('gives up a server that stays silent when its time is over', async () => {
  const before = catcher.taken().length;
  const gate = Promise.withResolvers<void>();
  catcher.onRecipient = () => gate.promise;
  expect(await sendTo('127.0.0.1', 300)).toEqual({ kind: 'too_late' });
  catcher.onRecipient = () => undefined;
  gate.resolve();
  expect(await sendTo('127.0.0.1')).toEqual({ kind: 'sent', to: letter.to });
  expect(catcher.taken().length - before).toBe(1);
});

it('sends nothing to a server elsewhere that offers no encryption', async () => {
  const before = catcher.taken().length;
  // The same server under a name that does not say that it is on this machine.
  expect(await sendTo('localhost.')).toEqual({ kind: 'failed', fault: 'unreachable' });
  expect(catcher.taken()).toHaveLength(before);
});
