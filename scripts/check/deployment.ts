import { parseAllDocuments } from 'yaml';
import { composeGaps } from './deployment/compose-gaps.ts';
import { readImage } from './deployment/dockerfile.ts';
import { imageGaps } from './deployment/image-gaps.ts';
import { kubernetesGaps } from './deployment/kubernetes-gaps.ts';
import { storageGaps } from './deployment/storage-gaps.ts';
import type { Finding, SourceFile } from './sources.ts';

const COMPOSE = 'docker-compose.yml';
const DOCKERFILE = 'Dockerfile';
const KUBERNETES = /^deploy\/kubernetes\/.*\.yaml$/;
/** Where the services say which settings there are. */
const CONFIGS = ['services/api/src/environment.ts', 'services/workers/src/environment.ts'];
/** Read by the commands that open the database (services/console/src/database.ts). */
const OF_MIGRATION = ['SERVICE_PASSWORD'];
/** Where the process that makes backups reads its own. */
const OF_BACKUPS = 'services/backup/src/backup-settings.ts';
/** Read by the library that reaches the bucket. */
const OF_BUCKETS = ['AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/**
 * What the image and the examples of a deployment promise and do not hold: an unknown setting, images that differ, a path that is
 * written and lies on no writable volume of the image's user, keys that a process may change, a node without probes or without a
 * second one of its kind, a migration that would run twice, backups made twice.
 */
export function findDeploymentGaps(files: readonly SourceFile[]): Finding[] {
  const known = settingsIn(files);
  const dockerfile = files.find(({ path }) => path === DOCKERFILE)?.text ?? '';
  return files.flatMap((file) =>
    gapsIn(file, files, known, dockerfile).map((message) => ({ path: file.path, message })),
  );
}

function gapsIn(
  { path, text }: SourceFile,
  files: readonly SourceFile[],
  known: ReadonlySet<string>,
  dockerfile: string,
): readonly string[] {
  if (path === DOCKERFILE) return imageGaps(text, files);
  if (path !== COMPOSE && !KUBERNETES.test(path)) return [];
  const documents = parseAllDocuments(text, { merge: true });
  const errors = documents.flatMap((document) => document.errors.map(({ message }) => message));
  if (errors.length > 0) return errors;
  const parsed: readonly unknown[] = documents.map((document) => document.toJS());
  if (path !== COMPOSE) return kubernetesGaps(parsed, known, readImage(dockerfile));
  return [...composeGaps(parsed[0], known), ...storageGaps(parsed[0], dockerfile)];
}

/** Names of all settings, and their `_FILE` forms, as the services' schemas have them. */
function settingsIn(files: readonly SourceFile[]): ReadonlySet<string> {
  const texts = files.filter(({ path }) => CONFIGS.includes(path)).map(({ text }) => text);
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name),
  );
  const ofBackups =
    files.find(({ path }) => path === OF_BACKUPS)?.text.match(/(?<=')BACKUP_[A-Z_]+(?=')/g) ?? [];
  const inFiles = texts.flatMap((text) => /IN_FILES = \[([^\]]*)\]/.exec(text)?.[1]?.match(/[A-Z_]+/g) ?? []);
  return new Set([
    ...names,
    ...inFiles.map((name) => `${name}_FILE`),
    ...OF_MIGRATION,
    ...ofBackups,
    ...OF_BUCKETS,
  ]);
}
