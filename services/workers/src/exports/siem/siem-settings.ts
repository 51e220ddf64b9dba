import { readFileSync } from 'node:fs';

/** What the environment says about the receiver of security events. */
export interface SiemConfig {
  readonly url: string;
  readonly tokenFile: string | undefined;
}

export interface SiemSettings {
  readonly url: string;
  /** The header `authorization`, whole. */
  readonly authorization: string | undefined;
  /** One call, answer included. */
  readonly timeoutMs: number;
  /** A worker that has said nothing for so long sends no more; it says so three times as often. */
  readonly holdMs: number;
  /** The pause after a first failure, and the longest one. */
  readonly pauseMs: { readonly least: number; readonly most: number };
}

const TIMES = { timeoutMs: 15_000, holdMs: 30_000, pauseMs: { least: 500, most: 60_000 } } as const;

/**
 * A token alone is a bearer; one with a scheme before it, as `Splunk 1234`, is sent as it stands.
 * @throws when the token's file cannot be read
 */
export function readSiemSettings({ url, tokenFile }: SiemConfig): SiemSettings {
  const token = tokenFile === undefined ? undefined : readFileSync(tokenFile, 'utf8').trim();
  const authorization = token === undefined || token.includes(' ') ? token : `Bearer ${token}`;
  return { ...TIMES, url, authorization };
}
