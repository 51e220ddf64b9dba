import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { ocsfLine } from '@atelier/application/exports/log/ocsf.queries.ts';
import { toLogged } from '@atelier/application/exports/log/read-span.queries.ts';
import {
  acknowledgeDelivery,
  configureDelivery,
  holdDelivery,
  noteDeliveryFailure,
  releaseDelivery,
} from '@atelier/application/exports/siem/siem.commands.ts';
import type { UsedDependency } from '@atelier/application/platform/outages.ts';
import { OCSF_TYPES } from '@atelier/contracts/exports/log/ocsf-meanings.ts';
import { EpochChanged } from '@atelier/event-store/errors.ts';
import type { LogCursor } from '@atelier/event-store/types.ts';
import { untilStopped, type Stoppable } from '@atelier/postgres/until-stopped.ts';
import { openSendWindow } from '@atelier/application/shared/send-window.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendLines, SiemUnavailable } from './send-lines.ts';
import type { SiemSettings } from './siem-settings.ts';

export interface ForwardOptions {
  readonly services: Pick<CommandServices, 'db' | 'store'>;
  /** undefined = no receiver is configured. */
  readonly settings: SiemSettings | undefined;
  /** Called with failures of anything but the receiver. */
  readonly onError: (error: unknown, waitMs: number) => void;
  /** Learns how each call of the receiver went. */
  readonly receiver?: UsedDependency;
}

type Running = ForwardOptions & {
  readonly settings: SiemSettings;
  /** Of this run alone: a host's name and a process id may come again. */
  readonly holder: string;
  readonly signal: AbortSignal;
};

/**
 * Sends the security events of the log to the receiver, in their order and from where the last acknowledgement was, as they are
 * appended. One worker of all sends; another goes on when it is gone. What was sent and not acknowledged is sent again.
 */
export function startForwarding(options: ForwardOptions): Stoppable {
  return untilStopped((signal) => forward(options, signal));
}

async function forward(options: ForwardOptions, signal: AbortSignal): Promise<void> {
  const { services, settings } = options;
  const holder = randomUUID();
  const target = settings === undefined ? null : new URL(settings.url).host;
  let failures = 0;
  let isConfigured = false;
  while (!signal.aborted && (settings !== undefined || !isConfigured)) {
    try {
      if (!isConfigured) await configure(services, target);
      isConfigured = true;
      if (settings === undefined) return;
      await forwardWhileHeld({ ...options, settings, holder, signal }, () => (failures = 0));
    } catch (error) {
      if (signal.aborted) break;
      // From the acknowledged cursor again: nothing failed.
      if (error instanceof EpochChanged && failures === 0) continue;
      failures += 1;
      const waitMs = pauseOf(settings, failures);
      if (error instanceof SiemUnavailable) options.receiver?.failed(error);
      else options.onError(error, waitMs);
      await noteFailure(options, holder, error);
      await pause(waitMs, signal);
    }
  }
  await releaseDelivery(services.db, holder).catch(() => undefined);
}

async function configure({ db, store }: ForwardOptions['services'], target: string | null): Promise<void> {
  const { position } = await store.readHorizon();
  await configureDelivery(db, target, position);
}

/** Until the process stops, another one sends, or an attempt fails. */
async function forwardWhileHeld(running: Running, onProgress: () => void): Promise<void> {
  const { services, settings, holder, signal } = running;
  const { holdMs, timeoutMs } = settings;
  let window = openSendWindow(holdMs - timeoutMs);
  const renew = async (): Promise<LogCursor | undefined> => {
    const renewed = openSendWindow(holdMs - timeoutMs);
    const cursor = await holdDelivery(services.db, holder, holdMs);
    if (cursor !== undefined) window = renewed;
    return cursor;
  };
  const after = await renew();
  if (after === undefined) return pause(holdMs / 3, signal);
  const lost = new AbortController();
  const hold = setInterval(() => {
    renew().then(
      (cursor) => cursor === undefined && lost.abort(),
      () => lost.abort(),
    );
  }, holdMs / 3);
  const held = AbortSignal.any([signal, lost.signal]);
  try {
    await services.store.tail({
      after,
      types: OCSF_TYPES,
      signal: held,
      onBatch: async ({ events, next }) => {
        const lines = events.flatMap((event) => ocsfLine(toLogged(event)) ?? []);
        if (!(await sendLines(settings, lines, { signal: held, mayBegin: () => !window.isOver() })))
          return lost.abort();
        if (lines.length > 0) running.receiver?.worked();
        const isOurs = await acknowledgeDelivery(services.db, holder, next, lines.length);
        if (!isOurs) lost.abort();
        onProgress();
      },
    });
  } finally {
    clearInterval(hold);
  }
}

/** What failed stands on the jobs screen; when even that fails, the log has it. */
async function noteFailure({ services }: ForwardOptions, holder: string, error: unknown): Promise<void> {
  const words = error instanceof Error ? error.message : String(error);
  await noteDeliveryFailure(services.db, holder, words).catch(() => undefined);
}

function pauseOf(settings: SiemSettings | undefined, failures: number): number {
  const { least, most } = settings?.pauseMs ?? { least: 500, most: 60_000 };
  return Math.min(least * 2 ** (failures - 1), most);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
