import { withSecretsFromFiles } from '@atelier/application/platform/secret-files.ts';
import { Fault } from '@atelier/postgres/fault.ts';
import type { VaultSettings } from '@atelier/key-vault/vault-place.ts';
import type { PhoneChannel } from '@atelier/domain/shared/message-terms.ts';
import type { z } from 'zod';
import { examplePasswordFault } from '@atelier/application/shared/example-passwords.ts';
import { environment, type LOG_LEVELS } from './environment.ts';

/** A wrong or missing environment value. The message is one sentence that says what to do. */
export class ConfigError extends Fault {
  override name = 'ConfigError';
}

/** What is, or carries, a secret: each may stand in a file named by `NAME_FILE` instead. */
const IN_FILES = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
  'MAIL_URL',
  'KEY_VAULT_URL',
];

/** Everything the API reads from its environment, once, at start. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** A replica for lists and searches; rights and commands never ask it. */
  readonly databaseReadUrl: string | undefined;
  readonly databasePool: number;
  readonly redisUrl: string | undefined;
  readonly demo: boolean;
  readonly publicUrl: string;
  readonly cdnUrl: string | undefined;
  readonly navUrl: string | undefined;
  /** Mail server, for tests of templates; the workers send the messages. */
  readonly mailUrl: string | undefined;
  /** The gateway to customers' phones; undefined = there is none. The workers send to it. */
  readonly messageGateway: MessageGateway | undefined;
  /** Where messages are read that were caught and not sent. */
  readonly mailCatcherUrl: string | undefined;
  readonly oidc: OidcConfig | undefined;
  readonly masterKeyFile: string | undefined;
  /** Beside the master key where it is not named. */
  readonly keyVault: VaultSettings;
  /** Of the key that signs the log's checkpoints: the workers read it, here it is only named. */
  readonly logKeyFile: string | undefined;
  /** Public keys of the witnesses whose signatures are shown under a checkpoint. */
  readonly witnessKeys: readonly string[];
  readonly captchaFixedAnswer: string | undefined;
  /** What a scraper of the metrics must show; without it only this machine sees them. */
  readonly metricsToken: string | undefined;
  readonly licenceNotice: string;
  /** Whether administrators and auditors who sign in with a password must have a second factor. */
  readonly secondFactorRequired: boolean;
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Whether webhooks may be sent to this machine itself, by http too: for the demo and tests. */
  readonly webhooksToLoopback: boolean;
  /** Bytes of a JSON body; uploads have their own limit. */
  readonly bodyLimit: number;
  /** Requests a minute by one session, or by one address without a session, per node. */
  readonly rateLimit: number;
  /**
   * Between "not ready" and the end of listening, in ms. Longer than a proxy before the nodes needs to notice, or what it
   * still sends here is reset (product/reliability.md §13).
   */
  readonly drainMs: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Folder of the built screens; not there in API-only tests. */
  readonly webDir: string | undefined;
}

export interface MessageGateway {
  readonly channel: PhoneChannel;
  readonly secretFile: string;
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** A file with the secret; none for a public client. */
  readonly clientSecretFile: string | undefined;
}

/**
 * Reads the environment (docs/configuration.md).
 * @throws ConfigError naming every wrong variable in one sentence
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const whole = withSecretsFromFiles(env, IN_FILES, (sentence) => new ConfigError(sentence));
  const parsed = environment.safeParse(withoutBlanks(whole));
  if (!parsed.success) throw new ConfigError(describe(parsed.error));
  const values = parsed.data;
  const demo = values.DEMO ?? values.DATABASE_URL === undefined;
  if (!demo && values.CAPTCHA_FIXED_ANSWER !== undefined) {
    throw new ConfigError('CAPTCHA_FIXED_ANSWER is for tests: unset it, or start with DEMO=1.');
  }
  const { DATABASE_URL, DATABASE_READ_URL, REDIS_URL, KEY_VAULT_URL } = values;
  const addresses = { DATABASE_URL, DATABASE_READ_URL, REDIS_URL, KEY_VAULT_URL };
  const fault = demo ? undefined : examplePasswordFault(addresses);
  if (fault !== undefined) throw new ConfigError(fault);
  return {
    port: values.PORT,
    // The demo's passwords stand in the README: it is for this machine, unless HOST is set.
    host: values.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databasePool: values.DATABASE_POOL,
    redisUrl: values.REDIS_URL,
    demo,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    cdnUrl: values.CDN_URL,
    navUrl: values.NAV_URL,
    mailUrl: values.MAIL_URL,
    messageGateway: gatewayOf(values),
    mailCatcherUrl: values.MAIL_CATCHER_URL,
    oidc: oidcOf(values),
    masterKeyFile: values.MASTER_KEY_FILE,
    keyVault: { url: KEY_VAULT_URL, file: values.KEY_VAULT_FILE },
    logKeyFile: values.LOG_KEY_FILE,
    witnessKeys: values.WITNESS_KEYS,
    captchaFixedAnswer: values.CAPTCHA_FIXED_ANSWER,
    metricsToken: values.METRICS_TOKEN,
    licenceNotice: values.LICENCE_NOTICE,
    secondFactorRequired: values.SECOND_FACTOR === 'required',
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    webhooksToLoopback: values.WEBHOOK_TO_LOOPBACK,
    bodyLimit: values.BODY_LIMIT,
    rateLimit: values.RATE_LIMIT,
    drainMs: values.DRAIN_MS,
    logLevel: values.LOG_LEVEL,
    webDir: values.WEB_DIR,
  };
}

function oidcOf(values: z.output<typeof environment>): OidcConfig | undefined {
  if (values.OIDC_ISSUER === undefined && values.OIDC_CLIENT_ID === undefined) return undefined;
  if (values.OIDC_ISSUER === undefined || values.OIDC_CLIENT_ID === undefined) {
    throw new ConfigError('Single sign-on needs both OIDC_ISSUER and OIDC_CLIENT_ID: set both, or neither.');
  }
  return {
    issuer: values.OIDC_ISSUER,
    clientId: values.OIDC_CLIENT_ID,
    clientSecretFile: values.OIDC_CLIENT_SECRET_FILE,
  };
}

function gatewayOf(values: z.output<typeof environment>): MessageGateway | undefined {
  const { MESSAGE_WEBHOOK_URL: url, MESSAGE_WEBHOOK_SECRET_FILE: secretFile } = values;
  // The workers refuse to start with one and not the other.
  if (url === undefined || secretFile === undefined) return undefined;
  return { channel: values.MESSAGE_WEBHOOK_CHANNEL, secretFile };
}

function describe(error: z.ZodError): string {
  const parts = error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  return `The environment is wrong: ${parts.join('; ')}.`;
}

/** An empty value counts as unset, as `docker compose` hands on `NAME=`. */
function withoutBlanks(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value !== '') filled[name] = value;
  }
  return filled;
}
