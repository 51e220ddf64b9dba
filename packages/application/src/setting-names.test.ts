import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/lib/files.ts';
import { misspeltSettings, SETTING_NAMES } from './setting-names.ts';

const warned = (name: string): readonly string[] => misspeltSettings({ [name]: 'x' });

describe('a variable that is nearly a setting', () => {
  it.each([
    ['DATBASE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['MAIL_URl', 'MAIL_URL'],
    ['mail_url', 'MAIL_URL'],
    ['MAIL_ULR', 'MAIL_URL'],
    ['BACKUP_TARGETS', 'BACKUP_TARGET'],
    ['MASTERKEY_FILE', 'MASTER_KEY_FILE'],
    ['REDIS_URLS', 'REDIS_URL'],
    ['PROT', 'PORT'],
    ['DMEO', 'DEMO'],
  ])('%s is warned about once, naming %s', (name, meant) => {
    expect(warned(name)).toEqual([`${name} is not a setting: did you mean ${meant}?`]);
  });

  it('is silent about every setting', () => {
    expect(misspeltSettings(Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x'])))).toEqual([]);
  });

  it.each([
    [
      'a shell',
      'HOME PATH PWD OLDPWD SHELL USER LOGNAME TERM LANG LC_ALL TZ SHLVL _ EDITOR PAGER MAIL HOSTNAME HOSTTYPE DISPLAY TMPDIR XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR SSH_AUTH_SOCK COLORTERM PS1 host port MAILCHECK HISTFILE',
    ],
    [
      'npm and Node',
      'npm_config_cache npm_lifecycle_event npm_execpath npm_package_name INIT_CWD NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NODE_VERSION YARN_VERSION COLOR DEBUG FORCE_COLOR NO_COLOR HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy no_proxy ALL_PROXY',
    ],
    [
      'GitHub Actions',
      'CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_SHA GITHUB_REF GITHUB_SERVER_URL GITHUB_API_URL GITHUB_WORKSPACE RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE ImageOS ImageVersion ACTIONS_RUNTIME_URL ACTIONS_CACHE_URL AGENT_TOOLSDIRECTORY DOTNET_ROOT JAVA_HOME',
    ],
    [
      'GitLab CI',
      'CI_API_V4_URL CI_JOB_ID CI_JOB_URL CI_PROJECT_URL CI_PROJECT_DIR CI_REGISTRY CI_SERVER_URL CI_SERVER_HOST CI_SERVER_PORT CI_PAGES_URL CI_COMMIT_SHA GITLAB_CI GITLAB_USER_EMAIL FF_USE_FASTZIP',
    ],
    [
      'Docker',
      'HOSTNAME DOCKER_HOST DOCKER_CONFIG DOCKER_TLS_VERIFY COMPOSE_PROJECT_NAME COMPOSE_FILE BUILDKIT_HOST container GPG_KEY PYTHON_VERSION PGDATA PG_MAJOR PG_VERSION POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB REDIS_VERSION REDIS_DOWNLOAD_URL',
    ],
    [
      'Kubernetes services',
      'KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR REDIS_SERVICE_HOST REDIS_SERVICE_PORT REDIS_PORT REDIS_PORT_6379_TCP REDIS_PORT_6379_TCP_PROTO POSTGRES_SERVICE_HOST POSTGRES_PORT API_SERVICE_HOST API_PORT API_PORT_3000_TCP WEB_PORT MAIL_PORT NAV_PORT DATABASE_PORT DATABASE_SERVICE_HOST POD_NAME POD_IP NODE_NAME NAMESPACE',
    ],
    [
      'clouds and databases',
      'AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_PROFILE GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_ID ARM_CLIENT_ID VAULT_ADDR VAULT_TOKEN PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGSSLMODE DB_HOST DB_URL DB_PORT APP_URL API_URL BASE_URL SITE_URL SENTRY_DSN OTEL_EXPORTER_OTLP_ENDPOINT SMTP_HOST SMTP_PORT',
    ],
  ])('is none in the environment of %s', (_place, names) => {
    expect(misspeltSettings(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([]);
  });
});

/** Files that read settings, or list them. */
const sources = ['README.md', 'services/api/src/config.ts', 'services/workers/src/config.ts'];

it('the list of settings is what the configuration reads and README lists', () => {
  const texts = sources.map((file) => readFileSync(join(projectRoot, file), 'utf8')).join('\n');
  const read = [...texts.matchAll(/^ {2}([A-Z][A-Z_]+):/gm), ...texts.matchAll(/^\| `([A-Z][A-Z_]+)`/gm)];
  const names = new Set(read.map(([, name]) => name).filter((name) => !name?.startsWith('AWS_')));
  expect([...names].filter((name) => !SETTING_NAMES.includes(name ?? ''))).toEqual([]);
  expect(names.size).toBeGreaterThan(40);
});
