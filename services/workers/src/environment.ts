import { redisAddressFault } from '@atelier/application/shared/redis-address.ts';
import { mailAddressFault, settingText } from '@atelier/application/shared/setting-text.ts';
import { PHONE_CHANNELS } from '@atelier/domain/shared/message-terms.ts';
import { addressFault } from '@atelier/postgres/connection/address.ts';
import {
  areWitnessKeys,
  areWitnessUrls,
  splitList,
} from '@atelier/transparency-log/proof/witness-settings.ts';
import { z } from 'zod';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const CRON = /^\S+( \S+){4,5}$/;

const milliseconds = z.coerce
  .number({ error: 'must be a whole number of milliseconds above 0' })
  .int({ error: 'must be a whole number of milliseconds above 0' })
  .positive({ error: 'must be a whole number of milliseconds above 0' })
  .optional();

/** NAV (Business Central): without NAV_URL its documents stay pending, and the screen says so. */
const nav = {
  NAV_URL: z
    .string()
    .regex(/^https?:\/\//, { error: 'must be an address ending in /api/v2.0' })
    .optional(),
  NAV_COMPANY: z
    .guid({ error: "must be the id of the company in NAV, as its API's companies list it" })
    .optional()
    .meta({ description: 'Id of the company in NAV, as its API lists it.', fallback: 'the demo’s' }),
  NAV_TOKEN_FILE: z.string().optional().meta({
    description: 'File with NAV’s token, or with the password of `NAV_USER`.',
    fallback: 'the demo’s',
  }),
  NAV_USER: z
    .string()
    .optional()
    .meta({ description: 'User for basic authentication at NAV.', fallback: 'none: bearer token' }),
  NAV_TIMEOUT_MS: milliseconds.meta({
    description: 'Milliseconds after which a call to NAV is given up.',
    fallback: '20000',
  }),
  NAV_WINDOW_MS: milliseconds.meta({
    description: 'Milliseconds within which NAV may still take a document whose outcome is unknown.',
    fallback: '900000',
  }),
};

/** Product master data: NAV's own items where NAV is configured, unless another address is given. */
const productFeed = {
  PRODUCT_FEED_URL: z
    .string()
    .regex(/^https?:\/\//, { error: 'must be the address of a set of items, ending in /items' })
    .optional()
    .meta({
      description: 'Address of a set of items in OData v4 that product imports fetch.',
      fallback: 'the items of `NAV_URL`',
    }),
  PRODUCT_FEED_TOKEN_FILE: z
    .string()
    .optional()
    .meta({ description: 'File with the token of that address.', fallback: 'none' }),
  PRODUCT_FEED_USER: z
    .string()
    .optional()
    .meta({ description: 'User for basic authentication at that address.', fallback: 'none: bearer token' }),
};

/** Where security events are sent as they happen; without SIEM_URL nowhere. */
const siem = {
  SIEM_URL: z
    .string()
    .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/, {
      error: 'must be an address that begins with https:// (http:// for this machine alone)',
    })
    .optional()
    .meta({ description: 'Address that security events are sent to, by https.', fallback: 'none' }),
  SIEM_TOKEN_FILE: z.string().optional().meta({
    description: 'File with the bearer token of the SIEM, or with a scheme before the token.',
    fallback: 'none',
  }),
};

/** Messages to customers: without MAIL_URL none can be sent by e-mail, without MESSAGE_WEBHOOK_URL none to phones. */
const messages = {
  MAIL_URL: settingText(mailAddressFault).optional(),
  MESSAGE_WEBHOOK_URL: z
    .string()
    .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/, {
      error: 'must be an address that begins with https:// (http:// for this machine alone)',
    })
    .optional(),
  MESSAGE_WEBHOOK_SECRET_FILE: z.string().optional(),
  MESSAGE_WEBHOOK_CHANNEL: z
    .enum(PHONE_CHANNELS, { error: `must be one of ${PHONE_CHANNELS.join(', ')}` })
    .default('sms'),
};

/** Environment variables that the workers read. What the API reads too is described there (`services/api/src/environment.ts`). */
export const environment = z.object({
  ...messages,
  ...siem,
  ...nav,
  ...productFeed,
  DATABASE_URL: z
    .string({ error: 'is not set: set it, or use "npm start", which brings a database' })
    .superRefine((text, context) => {
      const message = addressFault(text, 'writes');
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  REDIS_URL: settingText(redisAddressFault).optional(),
  MASTER_KEY_FILE: z.string({
    error: 'is not set: name a file with 32 bytes in hex ("openssl rand -hex 32")',
  }),
  KEY_VAULT_FILE: z.string().optional(),
  KEY_VAULT_URL: settingText((text) => addressFault(text, 'writes')).optional(),
  LOG_KEY_FILE: z.string().optional(),
  LOG_ORIGIN: z
    .string()
    .regex(/^[^\s+]+$/, {
      error: 'must be an address without scheme, spaces and plus, as atelier.example/api/log',
    })
    .optional()
    .meta({
      description: 'Name of the log in its checkpoints.',
      fallback: 'host of `PUBLIC_URL` with `/api/log`',
    }),
  WITNESS_KEYS: z.string().default('').transform(splitList).refine(areWitnessKeys, {
    error: 'must be a comma-separated list of the keys that "npm run witness" prints',
  }),
  WITNESS_URLS: z
    .string()
    .default('')
    .transform(splitList)
    .refine(areWitnessUrls, {
      error: 'must be a comma-separated list of addresses of witnesses, such as https://witness.example',
    })
    .meta({
      description: 'Addresses of the witnesses that each checkpoint is brought to, separated by commas.',
      fallback: 'none',
    }),
  PUBLIC_URL: z.string().optional(),
  DEMO: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  DATA_DIR: z.string().optional(),
  CLEARING_SCHEDULE: z
    .string()
    .regex(CRON, { error: 'must be a cron pattern in UTC, such as "0 3 * * *"' })
    .optional()
    .meta({
      description: 'Cron pattern in UTC for order clearing, until the configuration screen sets one.',
      fallback: 'none',
    }),
  CLEARING_AFTER_DAYS: z.coerce
    .number({ error: 'must be a whole number of days above 0' })
    .int({ error: 'must be a whole number of days above 0' })
    .positive({ error: 'must be a whole number of days above 0' })
    .default(90)
    .meta({ description: 'Days in the shop after which the schedule clears a piece.' }),
  WEBHOOK_TO_LOOPBACK: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  CONSISTENCY_STREAMS: z.coerce
    .number({ error: 'must be a whole number of streams a minute, 0 for no checks' })
    .int({ error: 'must be a whole number of streams a minute, 0 for no checks' })
    .min(0, { error: 'must be a whole number of streams a minute, 0 for no checks' })
    .default(400)
    .meta({
      description:
        'Histories compared with their read models each minute (every ten minutes at rest). `0` turns the comparison off.',
    }),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});
