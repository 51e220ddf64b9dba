import { startSystem, type System, type SystemOptions } from './system.ts';

/** A system in the foreground of a terminal. */
export interface ForegroundOptions extends Omit<SystemOptions, 'signal' | 'killed'> {
  /** Called once, when everything is up. */
  readonly announce: (system: System) => void;
}

/**
 * Starts a system and keeps it until a signal (Ctrl-C, SIGTERM, the end of the parent) stops it or a service gives up.
 * Returns the exit code: 0 when a signal stopped it after it was ready. A second Ctrl-C ends it at once.
 */
export async function runUntilStopped(options: ForegroundOptions): Promise<number> {
  const { stopped, killed } = stopSignals(options.report);
  const system = await startSystem({ ...options, signal: stopped, killed });
  if (!stopped.aborted) options.announce(system);
  const reason = await Promise.race([system.gaveUp, whenAborted(stopped)]);
  if (reason !== undefined) options.report(reason);
  await system.stop();
  if (reason === undefined) options.report('stopped');
  return reason === undefined ? 0 : 1;
}

/** Terminal, npm and the bootstrap pass the same Ctrl-C on: what follows within so long is no second one. */
const samePressMs = 1_000;
/** As a shell reports a program that Ctrl-C ended. */
const interrupted = 130;

function stopSignals(report: (line: string) => void): { stopped: AbortSignal; killed: AbortSignal } {
  const [stop, kill] = [new AbortController(), new AbortController()];
  let firstAt: number | undefined;
  const onSignal = (): void => {
    if (firstAt === undefined) report('stopping … (Ctrl-C again ends it at once)');
    else if (performance.now() - firstAt > samePressMs) {
      kill.abort();
      report('ended at once');
      process.exit(interrupted);
    }
    firstAt ??= performance.now();
    stop.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  process.on('disconnect', () => stop.abort());
  return { stopped: stop.signal, killed: kill.signal };
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
