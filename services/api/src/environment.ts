import { redisAddressFault } from '@atelier/application/shared/redis-address.ts';
import { mailAddressFault, settingText } from '@atelier/application/shared/setting-text.ts';
import { PHONE_CHANNELS } from '@atelier/domain/shared/message-terms.ts';
import { addressFault } from '@atelier/postgres/connection/address.ts';
import { areWitnessKeys, splitList } from '@atelier/transparency-log/proof/witness-settings.ts';
import { isIP } from 'node:net';
import { z } from 'zod';

const DEFAULT_PORT = 3000;
const MIB = 1024 * 1024;

const port = z.coerce
  .number('must be a whole number between 1 and 65535')
  .int('must be a whole number between 1 and 65535')
  .min(1, 'must be a whole number between 1 and 65535')
  .max(65_535, 'must be a whole number between 1 and 65535');

const url = (protocols: readonly string[]) =>
  z.string().refine((text) => hasProtocol(text, protocols), {
    error: `must be an address beginning with ${protocols.map((name) => `${name}//`).join(' or ')}`,
  });

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1');

const positive = (fallback: number) =>
  z.coerce
    .number('must be a whole number above 0')
    .int('must be a whole number above 0')
    .positive('must be a whole number above 0')
    .default(fallback);

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Environment variables that the API reads. `docs/configuration.md` is made from their `meta`; `fallback` says a default that the schema does not hold. */
export const environment = z.object({
  PORT: port.default(DEFAULT_PORT).meta({ description: 'Port that the API listens on.' }),
  HOST: z.string().min(1).optional().meta({
    description:
      'Address that the API listens on. The demo’s passwords are public, so the demo listens on this machine only.',
    fallback: '`127.0.0.1` with the demo, else `0.0.0.0`',
  }),
  DATA_DIR: z.string().min(1).default('.data').meta({
    description:
      'Folder for the database, keys, logs and backups, closed to other users. `npm start` makes it.',
  }),
  DATABASE_URL: settingText((text) => addressFault(text, 'writes'))
    .optional()
    .meta({
      description:
        'The owner’s connection to a PostgreSQL 15 or newer, password percent-encoded. The services get separate logins. `postgresql://login:password@a:5432,b:5432/atelier` names several servers; connections go to the one that takes writes.',
      fallback: 'the embedded PostgreSQL',
    }),
  DATABASE_READ_URL: settingText((text) => addressFault(text, 'reads'))
    .optional()
    .meta({
      description:
        'A replica for lists and searches of pieces, with the services’ login. It is left out while it is away or behind.',
      fallback: 'none',
    }),
  REDIS_URL: settingText(redisAddressFault).optional().meta({
    description:
      'A Redis with an append-only file and `noeviction` for the job queues. Several hosts, separated by commas, are nodes of one cluster.',
    fallback: 'none: the queues are in PostgreSQL',
  }),
  DEMO: flag
    .optional()
    .meta({ description: '`1` loads the demo.', fallback: '`1` with the embedded database, else `0`' }),
  PUBLIC_URL: url(['http:', 'https:']).optional().meta({
    description: 'Address that links and the origin check use.',
    fallback: '`http://localhost:PORT`',
  }),
  CDN_URL: url(['http:', 'https:'])
    .optional()
    .meta({ description: 'Address that product images are fetched from.', fallback: 'none' }),
  NAV_URL: url(['http:', 'https:']).optional().meta({
    description: 'Address of NAV (Business Central) up to `/api/v2.0`.',
    fallback: 'the demo’s simulator; none without the demo',
  }),
  MAIL_URL: settingText(mailAddressFault).optional().meta({
    description: 'Server that takes email to customers, such as `smtps://user:password@mail.example:465`.',
    fallback: 'the demo’s mail catcher; none without the demo',
  }),
  MESSAGE_WEBHOOK_URL: z
    .string()
    .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/, {
      error: 'must be an address that begins with https:// (http:// for this machine alone)',
    })
    .optional()
    .meta({
      description: 'Gateway that sends messages to customers’ phones.',
      fallback: 'the demo’s mail catcher; none without the demo',
    }),
  MESSAGE_WEBHOOK_SECRET_FILE: z
    .string()
    .optional()
    .meta({ description: 'File with the secret that signs the messages to the gateway.', fallback: 'none' }),
  MESSAGE_WEBHOOK_CHANNEL: z
    .enum(PHONE_CHANNELS, { error: `must be one of ${PHONE_CHANNELS.join(', ')}` })
    .default('sms')
    .meta({ description: 'Channel of the gateway: `sms`, `whatsapp` or `wechat`.' }),
  MAIL_CATCHER_URL: url(['http:', 'https:'])
    .optional()
    .meta({ description: 'Address where caught mail is read. The demo sets it.', fallback: 'none' }),
  OIDC_ISSUER: url(['http:', 'https:']).optional().meta({
    description: 'Issuer of the provider for single sign-on. Needs `OIDC_CLIENT_ID`.',
    fallback: 'the demo’s provider; none without the demo',
  }),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Client id at the provider.', fallback: 'none' }),
  OIDC_CLIENT_SECRET_FILE: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'File with the client secret. A public client has none.', fallback: 'none' }),
  MASTER_KEY_FILE: z.string().min(1).optional().meta({
    description: 'File with the key that wraps the customers’ keys. Without it their names cannot be read.',
    fallback: '`DATA_DIR/master.key`, made at the first start',
  }),
  KEY_VAULT_FILE: z.string().min(1).optional().meta({
    description:
      'The vault of customers’ keys and the ledger of erasures, on one machine. It is in no backup.',
    fallback: '`key-vault.sqlite` beside the master key',
  }),
  KEY_VAULT_URL: settingText((text) => addressFault(text, 'writes'))
    .optional()
    .meta({
      description: 'The same vault in a separate PostgreSQL, for several machines.',
      fallback: 'none',
    }),
  LOG_KEY_FILE: z.string().min(1).optional().meta({
    description: 'File with the key that signs the log’s checkpoints.',
    fallback: '`DATA_DIR/log.key`, made at the first start',
  }),
  WITNESS_KEYS: z
    .string()
    .default('')
    .transform(splitList)
    .refine(areWitnessKeys, {
      error: 'must be a comma-separated list of the keys that "npm run witness" prints',
    })
    .meta({ description: 'Public keys of the witnesses of the log, separated by commas.', fallback: 'none' }),
  CAPTCHA_FIXED_ANSWER: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Answer of every captcha, for tests. Refused with `DEMO=0`.', fallback: 'none' }),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional().meta({
    description: 'Token of 16 characters or more that a scraper of `/api/metrics` sends as bearer.',
    fallback: 'none: this machine only',
  }),
  LICENCE_NOTICE: z
    .string()
    .default('')
    .meta({ description: 'Company’s notice under the sign-in form.', fallback: 'none' }),
  SECOND_FACTOR: z.enum(['optional', 'required']).default('optional').meta({
    description: '`required`: administrators and auditors who sign in with a password need a second factor.',
  }),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform(splitList)
    .refine(areAddresses, {
      error: 'must be a comma-separated list of proxy addresses or networks, such as 10.0.0.0/8',
    })
    .meta({
      description:
        'Addresses of the proxies whose word about the caller’s address counts, separated by commas. Name each proxy, not its network.',
      fallback: 'none',
    }),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform(splitList)
    .refine(areOrigins, {
      error: 'must be a comma-separated list of origins, such as https://shop.example',
    })
    .meta({
      description: 'Other origins whose pages may call the API, separated by commas.',
      fallback: 'none',
    }),
  WEBHOOK_TO_LOOPBACK: flag.default(false).meta({
    description: '`1`: webhooks may be sent to this machine, by http too.',
    fallback: '`0`; the demo `1`',
  }),
  BODY_LIMIT: positive(4 * MIB).meta({
    description: 'Bytes of a JSON body. Uploads have separate limits.',
  }),
  DATABASE_POOL: z.coerce
    .number('must be a whole number from 8')
    .int('must be a whole number from 8')
    .min(8, 'must be a whole number from 8')
    .default(10)
    .meta({ description: 'Database connections of one node, at least 8.' }),
  RATE_LIMIT: positive(3000).meta({
    description: 'Calls a minute by one session, or by one address without a session, per node.',
  }),
  DRAIN_MS: positive(400).meta({
    description: 'Milliseconds between “not ready” and the end of listening when a node stops.',
  }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .default('info')
    .meta({
      description:
        'Least level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    }),
  WEB_DIR: z.string().min(1).optional().meta({
    description: 'Folder of the built screens. `npm start` sets it.',
    fallback: 'none: the API only',
  }),
});

function hasProtocol(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

function areAddresses(list: readonly string[]): boolean {
  return list.every((entry) => isIP(entry.split('/')[0] ?? '') !== 0);
}

function areOrigins(list: readonly string[]): boolean {
  return list.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry);
}
