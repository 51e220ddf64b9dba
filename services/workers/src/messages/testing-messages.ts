import { writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { must, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import type { World } from '@atelier/application/projections/testing.ts';
import { changeConfig } from '@atelier/application/system/config.commands.ts';
import { openPolicySource, type PolicySource } from '@atelier/application/system/policy-source.queries.ts';
import { WORDING_STREAM } from '@atelier/domain/messages/events.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import { systemCaller } from '../system-caller.ts';
import { ATTEMPT_MS, type MessageConfig } from './message-settings.ts';

/** The key of `worldOn`, as a file. */
async function keyFile(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'atelier-messages-')), 'master.key');
  await writeFile(path, Buffer.alloc(32, 7));
  return path;
}

export async function messageConfig(mailUrl: string | undefined): Promise<MessageConfig> {
  return {
    publicUrl: 'https://atelier.test',
    masterKeyFile: await keyFile(),
    mailUrl,
    gateway: undefined,
    attemptMs: ATTEMPT_MS,
  };
}

/** Services that follow the configuration of their log, as a worker's do. */
export async function servicesWithRules(
  world: World,
  clock: Clock,
): Promise<{ readonly services: CommandServices; readonly rules: PolicySource }> {
  const rules = await openPolicySource({ store: world.store, clock, onError: () => undefined });
  const services: CommandServices = {
    ...servicesOf(world, { now: () => clock.now(), advance: () => undefined }),
    policy: rules.policy,
  };
  return { services, rules };
}

/** One value, in force at once and known to these services. */
export async function setRule(services: CommandServices, key: string, value: unknown): Promise<void> {
  const before = services.policy().version;
  const change = { key, value, effectiveAt: null, reason: 'test' };
  must(await changeConfig(services, systemCaller(services.clock, 'test'), change));
  while (services.policy().version === before) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Messages on, at any hour and without a wait. */
export async function switchOn(services: CommandServices): Promise<void> {
  const rules = { message_wait_minutes: 0, message_quiet_from: 0, message_quiet_until: 0, messages_on: true };
  for (const [key, value] of Object.entries(rules)) await setRule(services, key, value);
}

export async function setSender(
  { store, clock }: Pick<CommandServices, 'store' | 'clock'>,
  address: string,
): Promise<void> {
  const at = clock.now().toISOString();
  const by = { userId: null, workerId: null };
  const { version } = await store.readStream(WORDING_STREAM);
  const data = { siteId: null, name: 'Maison', address, at, by };
  await store.append({
    streams: [
      {
        streamId: WORDING_STREAM,
        expectedVersion: version,
        events: [{ type: 'MessageSenderChanged', data }],
      },
    ],
    metadata: { actor: { id: 'test', kind: 'system' }, commandId: randomUUID(), occurredAt: at },
  });
}
