import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { WORDING_STREAM, type MessageSenderChanged } from '@atelier/domain/messages/events.ts';
import { decideChangeConfig } from '@atelier/domain/system/decide.ts';
import { evolveConfig } from '@atelier/domain/system/config.ts';
import { configOf } from '@atelier/application/system/policy-source.queries.ts';
import { CONFIG_STREAM, type ConfigEvent } from '@atelier/domain/system/events.ts';
import type { EventStore } from '@atelier/event-store/types.ts';

/** In the demo messages leave at any hour and at once, so that they can be seen. */
const VALUES: Readonly<Record<string, unknown>> = {
  messages_on: true,
  message_wait_minutes: 0,
  message_quiet_from: 0,
  message_quiet_until: 0,
};
const REASON = 'demo';

/** Messages on, and a sender. */
export async function writeDemoMessages(store: EventStore): Promise<void> {
  const now = new Date().toISOString();
  const context = { now, actor: SYSTEM };
  const { events: before, version } = await store.readStream(CONFIG_STREAM);
  let state = configOf(before);
  const events: ConfigEvent[] = [];
  for (const [key, value] of Object.entries(VALUES)) {
    const decision = decideChangeConfig({ key, value, effectiveAt: null, reason: REASON }, state, context);
    if (!decision.ok) throw new Error(`the demo cannot set ${key}: ${decision.rejection.code}`);
    events.push(...decision.events);
    state = decision.events.reduce(evolveConfig, state);
  }
  const by = { userId: null, workerId: null };
  const sender: MessageSenderChanged = {
    type: 'MessageSenderChanged',
    data: { siteId: null, name: 'Atelier', address: 'atelier@demo.test', at: now, by },
  };
  await store.append({
    streams: [
      { streamId: CONFIG_STREAM, expectedVersion: version, events },
      { streamId: WORDING_STREAM, expectedVersion: 0, events: [sender] },
    ],
    metadata: { actor: { id: 'demo', kind: 'system' }, commandId: randomUUID(), occurredAt: now },
  });
}
