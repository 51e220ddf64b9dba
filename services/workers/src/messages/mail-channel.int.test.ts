import { createMailChannel } from '@atelier/application/messages/mail.commands.ts';
import { startMailCatcher } from '@atelier/tests/mail-catcher/server.ts';
import type { MailCatcher } from '@atelier/tests/mail-catcher/server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

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
  channel: 'email',
  from: { name: 'Atelier', address: 'atelier@house.test' },
  to: 'camille@mail.test',
  words: { subject: 'Ready', body: 'Your ring is ready.', footer: 'Atelier' },
  language: 'en',
  optOut: 'https://atelier.test/choice',
} as const;

async function sendTo(host: string) {
  const channel = createMailChannel(`smtp://${host}:${port}`, 'https://atelier.test');
  try {
    return await channel.send(letter);
  } finally {
    channel.close();
  }
}

it('sends in clear to a mail server on this machine', async () => {
  expect(await sendTo('127.0.0.1')).toEqual({ kind: 'sent', to: letter.to });
  expect(catcher.mails()).toHaveLength(1);
});

it('sends nothing to a server elsewhere that offers no encryption', async () => {
  // The same server under a name that does not say that it is on this machine.
  expect(await sendTo('localhost.')).toEqual({ kind: 'failed', fault: 'unreachable' });
  expect(catcher.mails()[0]?.times).toBe(1);
});
