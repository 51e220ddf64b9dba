import { readFileSync } from 'node:fs';
import type { FeedSettings } from './product-feed.ts';

/** What the environment says about the catalogue feed. */
export interface ProductFeedConfig {
  readonly url: string;
  readonly tokenFile: string | undefined;
  readonly user: string | undefined;
}

const TIMEOUT_MS = 20_000;

/** @throws when the token's file cannot be read */
export function readFeedSettings({ url, tokenFile, user }: ProductFeedConfig): FeedSettings {
  const token = tokenFile === undefined ? undefined : readFileSync(tokenFile, 'utf8').trim();
  return { url: url.replace(/\/+$/, ''), token, user, timeoutMs: TIMEOUT_MS };
}
