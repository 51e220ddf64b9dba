import { environment as ofApi } from '@atelier/api/environment.ts';
import { environment as ofWorkers } from '@atelier/workers/environment.ts';
import { SETTING_NAMES } from '@atelier/application/platform/setting-names.ts';
import { z } from 'zod';
import { BACKUP_NUMBERS } from '@atelier/backup/backup-environment.ts';

interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly description: string;
}

/** Other variables of backups, of the programs they run, and of the start; `fallback` is what holds without one. */
const BACKUP_TEXTS = {
  BACKUP_TARGET: {
    fallback: '`DATA_DIR/backups`; none with `DATABASE_URL`',
    description:
      'Folder, or `s3://BUCKET/PREFIX`, that sealed backups go to. `none` turns backups off. A bucket is reached with the usual `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_ENDPOINT_URL_S3`.',
  },
  BACKUP_KEY_FILE: {
    fallback: '`DATA_DIR/backup.key`, made for an empty place',
    description: 'File with the key that seals backups. Without it no backup can be opened.',
  },
  BACKUP_DATABASE_URL: {
    fallback: '`DATABASE_URL`',
    description: 'Login that may read the server’s files.',
  },
  POSTGRES_BIN: {
    fallback: 'npm’s or Debian’s',
    description: 'Folder of the PostgreSQL programs that a restore runs.',
  },
  SERVICE_PASSWORD: {
    fallback: 'made at the first start',
    description: 'Password of the services’ logins at the PostgreSQL of `DATABASE_URL`.',
  },
} as const;

const LEAD = `# Configuration

<!-- Made from the schemas of the processes: \`UPDATE_CONFIGURATION=1 npm run test:unit -- configuration-page\` -->

Atelier reads environment variables at the start. All of them are optional with \`npm start\`; the services alone need
\`DATABASE_URL\` and \`MASTER_KEY_FILE\`. A wrong value ends the start with one sentence that names the variable. A variable that is
nearly a setting is warned about. What is changed while the system runs (limits of stages, texts, clearing, retention) is on the
configuration screen, not here.

A variable with _or \`…_FILE\`_ carries a secret, which may stand in a file that the other variable names. Never set both.
`;

/** `docs/configuration.md`, from the schemas that the processes parse their environment with. */
export function configurationPage(): string {
  const shared = settingsOf(ofApi);
  const names = new Set(shared.map(({ name }) => name));
  const workers = settingsOf(ofWorkers).filter(({ name }) => !names.has(name));
  const sections = [
    section('API, and what workers read too', shared),
    section('Workers', workers),
    section('Backups and the start', backups()),
  ];
  return [LEAD, ...sections].join('\n');
}

/** Every variable of the page. */
export const settingNames = (): string[] => [
  ...new Set([...settingsOf(ofApi), ...settingsOf(ofWorkers), ...backups()].map(({ name }) => name)),
];

/** What `meta` adds to a schema, beside the default of the schema. */
const described = z.object({
  description: z.string().default(''),
  fallback: z.string().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

function settingsOf(schema: z.ZodObject): Setting[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => {
    const { description, fallback, default: value } = described.parse(property);
    return { name, description, fallback: fallback ?? (value === undefined ? 'none' : `\`${value}\``) };
  });
}

const backups = (): Setting[] => [
  ...Object.entries(BACKUP_TEXTS).map(([name, it]) => ({ name, ...it })),
  ...Object.entries(BACKUP_NUMBERS).map(([name, { fallback, description }]) => ({
    name,
    description,
    fallback: `\`${fallback}\``,
  })),
];

function section(title: string, settings: readonly Setting[]): string {
  const rows = settings.map(
    ({ name, fallback, description }) => `| ${variable(name)} | ${fallback} | ${description} |`,
  );
  return [`## ${title}`, '', '| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join(
    '\n',
  );
}

const variable = (name: string): string =>
  SETTING_NAMES.includes(`${name}_FILE`) ? `\`${name}\` _or \`…_FILE\`_` : `\`${name}\``;
