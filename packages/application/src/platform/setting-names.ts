/** Every setting of a process of ours, as docs/configuration.md lists them; what carries a secret may stand in a file. */
export const SETTING_NAMES: readonly string[] = `
  PORT HOST PUBLIC_URL CDN_URL DATA_DIR DEMO LICENCE_NOTICE SECOND_FACTOR WEB_DIR DATABASE_URL
  DATABASE_URL_FILE DATABASE_READ_URL DATABASE_READ_URL_FILE DATABASE_POOL REDIS_URL REDIS_URL_FILE
  MAIL_URL MAIL_URL_FILE MAIL_CATCHER_URL SERVICE_PASSWORD NAV_URL NAV_COMPANY NAV_TOKEN_FILE NAV_USER
  NAV_TIMEOUT_MS NAV_WINDOW_MS PRODUCT_FEED_URL PRODUCT_FEED_TOKEN_FILE PRODUCT_FEED_USER SIEM_URL
  SIEM_TOKEN_FILE MESSAGE_WEBHOOK_URL MESSAGE_WEBHOOK_SECRET_FILE MESSAGE_WEBHOOK_CHANNEL
  WEBHOOK_TO_LOOPBACK OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET_FILE METRICS_TOKEN
  METRICS_TOKEN_FILE MASTER_KEY_FILE KEY_VAULT_FILE KEY_VAULT_URL KEY_VAULT_URL_FILE LOG_KEY_FILE LOG_ORIGIN WITNESS_KEYS WITNESS_URLS
  BACKUP_TARGET BACKUP_KEY_FILE BACKUP_DATABASE_URL BACKUP_EVERY_HOURS BACKUP_WAL_SECONDS BACKUP_KEEP
  BACKUP_KEEP_DAYS BACKUP_VERIFY_DAYS POSTGRES_BIN CAPTCHA_FIXED_ANSWER TRUST_PROXY CORS_ORIGINS
  BODY_LIMIT RATE_LIMIT DRAIN_MS LOG_LEVEL CLEARING_SCHEDULE CLEARING_AFTER_DAYS CONSISTENCY_STREAMS
`
  .trim()
  .split(/\s+/);

/** Names that are so short that other programs' variables are near them. */
const SHORT = 6;
const LONG = 9;

/** What Kubernetes sets for each service, as DATABASE_PORT for one that is called database. */
const OF_KUBERNETES = /_(PORT|SERVICE_HOST|SERVICE_PORT)(_|$)/;

/** A line for each variable that is no setting and resembles one: it was most likely meant to be that one. */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env).flatMap((name) => {
    const isNone = SETTING_NAMES.includes(name) || OF_KUBERNETES.test(name);
    const meant = isNone ? undefined : SETTING_NAMES.find((it) => resembles(name, it));
    return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`];
  });
}

function resembles(name: string, setting: string): boolean {
  if (setting.length < SHORT) return isSwapOf(name, setting);
  const upper = name.toUpperCase();
  return distance(upper, setting) <= (setting.length < LONG ? 1 : 2);
}

/** Two neighbouring letters changed places. */
const isSwapOf = (name: string, setting: string): boolean =>
  name.length === setting.length &&
  name !== setting &&
  distance(name, setting) === 1 &&
  sorted(name) === sorted(setting);

const sorted = (text: string): string => text.split('').toSorted().join('');

/** Letters inserted, removed, replaced, or swapped with their neighbour, to make one text of the other. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1)
      line.push(cheapest(a, b, { row, column, rows, line }));
    rows.push(line);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly rows: readonly (readonly number[])[];
  /** The row that is being filled. */
  readonly line: readonly number[];
}

function cheapest(a: string, b: string, { row, column, rows, line }: Cell): number {
  const at = (up: number, left: number): number =>
    (up === 0 ? line : rows[row - up])?.[column - left] ?? Number.POSITIVE_INFINITY;
  const isSame = a[row - 1] === b[column - 1];
  const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
  return Math.min(
    at(1, 0) + 1,
    at(0, 1) + 1,
    at(1, 1) + (isSame ? 0 : 1),
    isSwap ? at(2, 2) + 1 : Number.POSITIVE_INFINITY,
  );
}
