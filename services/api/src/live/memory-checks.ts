import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import { noteDifference, noteRepair } from '@atelier/application/read-models/consistency/note-difference.ts';
import type { LiveRowSource } from '@atelier/application/live/live-sources.queries.ts';
import { randomUUID } from 'node:crypto';
import type { ApiDeps } from '../http/deps.ts';
import { checkMemory, type RememberingHub } from './memory-check.ts';

const EVERY_MS = 60_000;

type Deps = Pick<ApiDeps, 'store' | 'clock' | 'log'>;

/** Compares what this node remembers with the read model every minute, one check at a time, until stopped. */
export function startMemoryChecks(
  deps: Deps,
  hub: RememberingHub,
  rows: LiveRowSource,
): { readonly stop: () => Promise<void> } {
  let checking: Promise<unknown> | undefined;
  const check = (): void => {
    checking ??= checkMemory({
      hub,
      rows,
      random: Math.random,
      onDifference: noteIn(deps),
    })
      .catch((error: unknown) => deps.log.warn({ err: error }, 'live memory check failed, next in a minute'))
      .finally(() => (checking = undefined));
  };
  const timer = setInterval(check, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await checking;
    },
  };
}

/** Found and forgotten at once: what is remembered next comes from the read model. */
export function noteIn({ store, clock, log }: Deps): (place: DifferencePlace) => Promise<void> {
  const metadata = () => ({
    actor: { id: 'system', kind: 'system', name: 'consistency' } as const,
    commandId: randomUUID(),
    occurredAt: clock.now().toISOString(),
  });
  return async ({ kind, ...place }) => {
    const services = { store, clock, metadata };
    const id = await noteDifference(services, { kind, ...place });
    log.error(
      { ...place, kind, id },
      'consistency difference found in live memory, row forgotten and resync sent',
    );
    await noteRepair(services, id, 'rewritten');
  };
}
