import { withSecretsFromFiles } from '@atelier/application/platform/secret-files.ts';
import { Fault } from '@atelier/postgres/fault.ts';
import type { VaultSettings } from '@atelier/key-vault/vault-place.ts';
import { logOriginOf } from '@atelier/transparency-log/proof/log-key.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { examplePasswordFault } from '@atelier/application/shared/example-passwords.ts';
import { environment, type LOG_LEVELS } from './environment.ts';
import { ATTEMPT_MS, type GatewayConfig, type MessageConfig } from './messages/message-settings.ts';
import type { NavConfig } from './nav/nav-settings.ts';
import type { ProductFeedConfig } from './reference/feed-settings.ts';
import type { SiemConfig } from './exports/siem/siem-settings.ts';

/** A wrong or missing environment value. The message is one sentence that says what to do. */
export class ConfigError extends Fault {
  override name = 'ConfigError';
}

/** Addresses that carry a password: each may stand in a file named by `NAME_FILE` instead. */
const IN_FILES = ['DATABASE_URL', 'REDIS_URL', 'MAIL_URL', 'KEY_VAULT_URL'];

/** Everything the workers read from their environment, once, at start. */
export interface WorkersConfig {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly masterKeyFile: string;
  /** Beside the master key where it is not named. */
  readonly keyVault: VaultSettings;
  /** Key, name and memory of who seals the log; undefined where no key is named: then it is not sealed. */
  readonly sealing: SealingConfig | undefined;
  /** Public keys of witnesses: their signatures are checked by who verifies the log, and kept by who asks for them. */
  readonly witnessKeys: readonly string[];
  /** Witnesses to which each new checkpoint is brought. */
  readonly witnessUrls: readonly string[];
  readonly clearingSchedule: { readonly pattern: string; readonly afterDays: number } | undefined;
  readonly nav: NavConfig | undefined;
  readonly productFeed: ProductFeedConfig | undefined;
  readonly siem: SiemConfig | undefined;
  readonly messages: MessageConfig;
  /** Streams compared with their read models each minute; 0 = none. */
  readonly consistencyStreams: number;
  /** Whether webhooks may be sent to this machine itself, by http too: for the demo and tests. */
  readonly webhooksToLoopback: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

export interface SealingConfig {
  readonly keyFile: string;
  /** The log's name in every checkpoint. */
  readonly origin: string;
  /** Where this node keeps the checkpoint that it signed last. */
  readonly rememberIn: string | undefined;
}

/** @throws ConfigError naming every wrong variable in one sentence */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): WorkersConfig {
  const whole = withSecretsFromFiles(env, IN_FILES, (sentence) => new ConfigError(sentence));
  const filled = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    const parts = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(`The environment is wrong: ${parts.join('; ')}.`);
  }
  const values = parsed.data;
  const { DATABASE_URL, REDIS_URL, KEY_VAULT_URL } = values;
  const addresses = { DATABASE_URL, REDIS_URL, KEY_VAULT_URL };
  const fault = values.DEMO === '1' ? undefined : examplePasswordFault(addresses);
  if (fault !== undefined) throw new ConfigError(fault);
  const pattern = values.CLEARING_SCHEDULE;
  return {
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    masterKeyFile: values.MASTER_KEY_FILE,
    keyVault: { url: KEY_VAULT_URL, file: values.KEY_VAULT_FILE },
    sealing: sealingOf(values),
    witnessKeys: values.WITNESS_KEYS,
    witnessUrls: values.WITNESS_URLS,
    clearingSchedule: pattern === undefined ? undefined : { pattern, afterDays: values.CLEARING_AFTER_DAYS },
    nav: navOf(values),
    productFeed: productFeedOf(values),
    siem:
      values.SIEM_URL === undefined ? undefined : { url: values.SIEM_URL, tokenFile: values.SIEM_TOKEN_FILE },
    messages: {
      publicUrl: (values.PUBLIC_URL ?? 'http://localhost:3000').replace(/\/+$/, ''),
      masterKeyFile: values.MASTER_KEY_FILE,
      mailUrl: values.MAIL_URL,
      gateway: gatewayOf(values),
      attemptMs: ATTEMPT_MS,
    },
    webhooksToLoopback: values.WEBHOOK_TO_LOOPBACK === '1',
    consistencyStreams: values.CONSISTENCY_STREAMS,
    logLevel: values.LOG_LEVEL,
  };
}

/** Without names the key lies in the data folder, and the log is named after the address that browsers use. */
function sealingOf(values: z.infer<typeof environment>): SealingConfig | undefined {
  const { LOG_KEY_FILE: named, LOG_ORIGIN: origin, PUBLIC_URL: url, DATA_DIR: folder } = values;
  const keyFile = named ?? (folder === undefined ? undefined : join(folder, 'log.key'));
  if (keyFile === undefined || (named === undefined && !existsSync(keyFile))) return undefined;
  return {
    keyFile,
    origin: origin ?? logOriginOf(url ?? 'http://localhost:3000'),
    rememberIn: folder === undefined ? undefined : join(folder, 'log-checkpoint'),
  };
}

function navOf(values: z.infer<typeof environment>): NavConfig | undefined {
  const { NAV_URL: url, NAV_COMPANY: company, NAV_TOKEN_FILE: tokenFile, NAV_USER: user } = values;
  if (url === undefined) return undefined;
  if (company === undefined || tokenFile === undefined) {
    throw new ConfigError('NAV_URL is set without NAV_COMPANY and NAV_TOKEN_FILE: NAV needs all three.');
  }
  return { url, company, tokenFile, user, timeoutMs: values.NAV_TIMEOUT_MS, windowMs: values.NAV_WINDOW_MS };
}

function productFeedOf(values: z.infer<typeof environment>): ProductFeedConfig | undefined {
  const { PRODUCT_FEED_URL: url, PRODUCT_FEED_TOKEN_FILE: tokenFile, PRODUCT_FEED_USER: user } = values;
  if (url !== undefined) return { url, tokenFile, user };
  const books = navOf(values);
  if (books === undefined) return undefined;
  const { url: api, company, tokenFile: key, user: who } = books;
  return { url: `${api.replace(/\/+$/, '')}/companies(${company})/items`, tokenFile: key, user: who };
}

function gatewayOf(values: z.infer<typeof environment>): GatewayConfig | undefined {
  const { MESSAGE_WEBHOOK_URL: url, MESSAGE_WEBHOOK_SECRET_FILE: secretFile } = values;
  if (url === undefined) return undefined;
  if (secretFile === undefined) {
    throw new ConfigError(
      'MESSAGE_WEBHOOK_URL is set without MESSAGE_WEBHOOK_SECRET_FILE: the gateway checks who sends.',
    );
  }
  return { url, secretFile, channel: values.MESSAGE_WEBHOOK_CHANNEL };
}
