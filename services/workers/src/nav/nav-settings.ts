import { readFileSync } from 'node:fs';

/** How the workers reach NAV, and how long things there may take. Times in milliseconds. */
export interface NavSettings {
  /** Up to and with `/api/v2.0`. */
  readonly url: string;
  /** Id of the company whose books it is. */
  readonly company: string;
  readonly token: string;
  /** With a user the token is a web service key sent as basic authentication; without, it is a bearer. */
  readonly user: string | undefined;
  /** One call, answer included. */
  readonly timeoutMs: number;
  /** How long after an attempt NAV may still come to make the document (docs/decisions/0065). */
  readonly windowMs: number;
  /** Between writing the intent down and calling NAV; a later worker does not call. */
  readonly dispatchMs: number;
  /** Failures in a row before calls wait, and how long they wait. */
  readonly breakAfter: number;
  readonly breakMs: number;
  /** How often what is due is tried again. */
  readonly slotMs: number;
}

export const NAV_TIMES = {
  timeoutMs: 20_000,
  windowMs: 15 * 60_000,
  dispatchMs: 5_000,
  breakAfter: 5,
  breakMs: 30_000,
  slotMs: 20_000,
} as const;

/** After this time an attempt is abandoned: its worker has died. */
export function attemptMs({ timeoutMs, dispatchMs }: NavSettings): number {
  return 2 * (timeoutMs + dispatchMs);
}

/** What the environment says about NAV. */
export interface NavConfig {
  readonly url: string;
  readonly company: string;
  readonly tokenFile: string;
  readonly user: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly windowMs: number | undefined;
}

/** @throws when the token's file cannot be read */
export function readNavSettings(config: NavConfig): NavSettings {
  const { url, company, tokenFile, user, timeoutMs, windowMs } = config;
  return {
    ...NAV_TIMES,
    url: url.replace(/\/+$/, ''),
    company,
    user,
    token: readFileSync(tokenFile, 'utf8').trim(),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(windowMs !== undefined && { windowMs }),
  };
}
