import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import type { NavSettings } from './nav-settings.ts';

/** NAV could not do its work: counted by the breaker. */
export class NavTrouble extends Error {
  override name = 'NavTrouble';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface CircuitReport {
  readonly state: 'closed' | 'open' | 'half-open';
  readonly since: Date;
  readonly retryAt: Date | null;
}

/** Every call to NAV of one process passes here: bounded in time, held back while NAV is down or asked for quiet. */
export interface NavGate {
  /** @throws BrokenCircuitError, TaskCancelledError after the time-out, or what `work` throws */
  readonly run: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Until when nothing should be called; null when calls may be made. */
  readonly waitsUntil: () => Date | null;
  /** NAV asked to be left alone (429). */
  readonly quietFor: (ms: number) => void;
  /** One call probes the connection, the rest wait. */
  readonly isProbing: () => boolean;
  readonly report: () => CircuitReport;
  /** Of the last call that NAV did not answer as it should. */
  readonly lastFailure: () => unknown;
  readonly onChange: (listener: () => void) => void;
}

/** @param now milliseconds of a steady clock are enough: only differences matter */
export function createNavGate(settings: NavSettings, now: () => Date): NavGate {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: settings.breakMs,
    breaker: new ConsecutiveBreaker(settings.breakAfter),
  });
  const bounded = wrap(breaker, timeout(settings.timeoutMs, TimeoutStrategy.Aggressive));
  let since = now();
  let quietUntil: Date | null = null;
  let lastFailure: unknown;
  breaker.onFailure(({ reason }) => (lastFailure = 'error' in reason ? reason.error : reason));
  breaker.onStateChange(() => (since = now()));
  const retryAt = () =>
    breaker.state === CircuitState.Open ? new Date(since.getTime() + settings.breakMs) : null;
  return {
    run: (work) => bounded.execute(({ signal }) => work(signal)),
    waitsUntil: () => {
      const waits = [retryAt(), quietUntil].filter((until) => until !== null && until > now());
      return waits.toSorted((a, b) => Number(b) - Number(a))[0] ?? null;
    },
    quietFor: (ms) => (quietUntil = new Date(now().getTime() + ms)),
    isProbing: () => breaker.state !== CircuitState.Closed,
    report: () => ({ state: STATES[breaker.state], since, retryAt: retryAt() }),
    lastFailure: () => lastFailure,
    onChange: (listener) => void breaker.onStateChange(listener),
  };
}

const STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
} as const;

/** The call was never made: the gate was closed. */
export const wasHeldBack = (error: unknown): boolean => error instanceof BrokenCircuitError;
export const wasTooLate = (error: unknown): boolean => error instanceof TaskCancelledError;
