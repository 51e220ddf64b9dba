import { randomUUID } from 'node:crypto';
import type { HandClock } from '@atelier/application/commands/testing-commands.ts';
import type { WeeklySending } from '@atelier/application/insight/weekly/send-weekly.commands.ts';
import { createMailChannel } from '@atelier/application/shared/mail-channel.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { readWording } from '@atelier/application/messages/wording.queries.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { MailCatcher } from '@atelier/tests/mail-catcher/server.ts';

/** What a worker sends with, over the mail catcher. */
export const weeklySending = (
  { mailUrl }: MailCatcher,
  store: EventStore,
  clock: HandClock,
): WeeklySending => ({
  sender: async () => (await readWording(store)).sender,
  publicUrl: 'https://atelier.test',
  masterKey: TEST_KEY,
  attemptMs: 120_000,
  send: createMailChannel(mailUrl, 'https://atelier.test'),
  caller: () => ({
    actor: SYSTEM,
    scope: { kind: 'all' },
    metadata: {
      actor: { id: 'system', kind: 'system' },
      commandId: randomUUID(),
      occurredAt: clock.now().toISOString(),
    },
  }),
  onError: (error) => {
    throw error;
  },
});
