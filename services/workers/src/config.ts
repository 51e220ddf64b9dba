import { z } from 'zod';

/** A wrong or missing environment value. The message is one sentence that says what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const CRON = /^\S+( \S+){4,5}$/;

const environment = z.object({
  DATABASE_URL: z
    .string({ error: 'is not set: set it, or use "npm start", which brings a database' })
    .regex(/^postgres(ql)?:\/\//, { error: 'must be an address beginning with postgres://' }),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, { error: 'must be an address beginning with redis:// or rediss://' })
    .optional(),
  MASTER_KEY_FILE: z.string({
    error: 'is not set: name a file with 32 bytes in hex ("openssl rand -hex 32")',
  }),
  CLEARING_SCHEDULE: z
    .string()
    .regex(CRON, { error: 'must be a cron pattern in UTC, such as "0 3 * * *"' })
    .optional(),
  CLEARING_AFTER_DAYS: z.coerce
    .number({ error: 'must be a whole number of days above 0' })
    .int({ error: 'must be a whole number of days above 0' })
    .positive({ error: 'must be a whole number of days above 0' })
    .default(90),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

/** Everything the workers read from their environment, once, at start. */
export interface WorkersConfig {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly masterKeyFile: string;
  readonly clearingSchedule: { readonly pattern: string; readonly afterDays: number } | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** @throws ConfigError naming every wrong variable in one sentence */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): WorkersConfig {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    const parts = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(`The environment is wrong: ${parts.join('; ')}.`);
  }
  const values = parsed.data;
  const pattern = values.CLEARING_SCHEDULE;
  return {
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    masterKeyFile: values.MASTER_KEY_FILE,
    clearingSchedule: pattern === undefined ? undefined : { pattern, afterDays: values.CLEARING_AFTER_DAYS },
    logLevel: values.LOG_LEVEL,
  };
}
