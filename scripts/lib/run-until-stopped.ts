import { startSystem, type System, type SystemOptions } from './system.ts';

/** A system in the foreground of a terminal. */
export interface ForegroundOptions extends Omit<SystemOptions, 'signal'> {
  /** Called once, when everything is up. */
  readonly announce: (system: System) => void;
}

/**
 * Starts a system and keeps it until it is told to stop (Ctrl-C, SIGTERM, the end of the parent) or gives up.
 * Answers the exit code: 0 when it was told to stop after it was ready.
 */
export async function runUntilStopped(options: ForegroundOptions): Promise<number> {
  const stopped = stopSignal();
  const system = await startSystem({ ...options, signal: stopped });
  options.announce(system);
  const reason = await Promise.race([system.gaveUp, whenAborted(stopped)]);
  if (reason !== undefined) options.report(reason);
  await system.stop();
  return reason === undefined ? 0 : 1;
}

/** Terminal and npm may both pass a signal on, so it comes twice: the second one changes nothing. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  process.on('disconnect', stop);
  return controller.signal;
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
