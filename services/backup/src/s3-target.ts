import type { S3Client } from '@aws-sdk/client-s3';
import { BackupFault } from './trouble.ts';

/** `s3://bucket/prefix`. */
export interface S3Target {
  readonly bucket: string;
  /** Before every name; empty, or with a slash at its end. */
  readonly prefix: string;
}

const SCHEME = 's3://';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

export const isS3 = (target: string): boolean => target.startsWith(SCHEME);

/** @throws Fault when it names no bucket */
export function s3TargetOf(target: string): S3Target {
  const [bucket = '', ...folders] = target.slice(SCHEME.length).split('/');
  if (!BUCKET.test(bucket))
    throw new BackupFault(
      'storage',
      `BACKUP_TARGET is wrong: ${target} must be s3://BUCKET or s3://BUCKET/PREFIX.`,
    );
  const path = folders.filter((folder) => folder !== '').join('/');
  return { bucket, prefix: path === '' ? '' : `${path}/` };
}

/** A backup of hours should outlast a restart of the storage: so many tries take a minute or two. */
const ATTEMPTS = 14;
const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;

/**
 * A client by the environment's usual names: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's own role;
 * AWS_REGION; AWS_ENDPOINT_URL_S3 for another storage than Amazon's.
 */
export async function s3Client(env: Readonly<Record<string, string | undefined>>): Promise<S3Client> {
  const { S3Client: Client } = await import('@aws-sdk/client-s3');
  const set = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const endpoint = set('AWS_ENDPOINT_URL_S3') ?? set('AWS_ENDPOINT_URL');
  return new Client({
    // Storages of one's own know no regions; a signature names one all the same.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(endpoint !== undefined && set('AWS_REGION') === undefined ? { region: 'us-east-1' } : {}),
    maxAttempts: ATTEMPTS,
    // What is stored is sealed, and opens only as it was written: checksums that not every storage knows add nothing.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  });
}
