import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { describeError } from '@atelier/host/fault.ts';
import { readResuming } from './s3-reading.ts';
import type { S3Target } from './s3-target.ts';
import type { Bytes } from './sealing.ts';
import type { BackupStorage, StoredFile } from './storage.ts';
import { BackupFault } from './trouble.ts';

/** A storage takes 10,000 parts: 312 GiB a file. Two of them wait in memory. */
const PART_BYTES = 32 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** Backups in a bucket. A file is there once its last part is, never in part. */
export function openS3Storage(client: S3Client, target: S3Target): BackupStorage {
  const { bucket, prefix } = target;
  const place = `s3://${bucket}/${prefix}`;
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explain(place, error);
    });
  return {
    place,
    put: (name, bytes) => upload(client, at(name), bytes, place),
    get: (name) => explainedBytes(place, readResuming(client, at(name))),
    list: (beginning) => explained(listObjects(client, target, beginning)),
    remove: async (name) => void (await explained(client.send(new DeleteObjectCommand(at(name))))),
    removeUnfinished: (before) => explained(abortUploads(client, target, before).catch(noneWhereUnknown)),
  };
}

async function upload(
  client: S3Client,
  at: { readonly Bucket: string; readonly Key: string },
  bytes: Bytes,
  place: string,
): Promise<number> {
  let size = 0;
  let broken: unknown;
  const counted = async function* (): Bytes {
    try {
      for await (const chunk of bytes) {
        size += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      broken = error;
      throw error;
    }
  };
  const params = { ...at, Body: Readable.from(counted(), { objectMode: false }) };
  const writing = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE });
  // What the bytes fail of is no failure of the storage.
  await writing.done().catch((error: unknown) => {
    throw broken ?? explain(place, error);
  });
  return size;
}

async function listObjects(
  client: S3Client,
  { bucket, prefix }: S3Target,
  beginning: string,
): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client },
    { Bucket: bucket, Prefix: prefix + beginning },
  ))
    for (const { Key = '', Size = 0 } of Contents) files.push({ name: Key.slice(prefix.length), size: Size });
  return files;
}

/** Parts of uploads whose process died: invisible among the files, and paid for. */
async function abortUploads(client: S3Client, { bucket, prefix }: S3Target, before: Date): Promise<number> {
  let aborted = 0;
  let next: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | undefined = {};
  while (next !== undefined) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...next }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated === undefined || Initiated >= before) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      aborted += 1;
    }
    next = page.IsTruncated === true ? markersOf(page) : undefined;
  }
  return aborted;
}

/** Some storages do not list them, and clear them by their rules. */
function noneWhereUnknown(error: unknown): number {
  if (error instanceof Error && error.name === 'NotImplemented') return 0;
  throw error;
}

const markersOf = ({ NextKeyMarker, NextUploadIdMarker }: ListMultipartUploadsCommandOutput) => ({
  ...(NextKeyMarker === undefined ? {} : { KeyMarker: NextKeyMarker }),
  ...(NextUploadIdMarker === undefined ? {} : { UploadIdMarker: NextUploadIdMarker }),
});

async function* explainedBytes(place: string, bytes: Bytes): Bytes {
  try {
    yield* bytes;
  } catch (error) {
    throw explain(place, error);
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  NoSuchBucket: 'make the bucket, or correct BACKUP_TARGET',
  NoSuchKey: 'the file is not there',
  AccessDenied: 'let this key list, read, write and delete there',
  InvalidAccessKeyId: 'correct AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'correct AWS_SECRET_ACCESS_KEY',
  CredentialsProviderError: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  PermanentRedirect: "set AWS_REGION to the bucket's region",
};

/** One sentence, without what the storage's own messages repeat of keys. */
function explain(place: string, error: unknown): BackupFault {
  const name = error instanceof Error ? error.name : '';
  const advice = ADVICE[name] ?? 'see that it is reached (AWS_ENDPOINT_URL_S3, AWS_REGION)';
  return new BackupFault(
    'storage',
    `The storage ${place} failed (${name}: ${describeError(error)}): ${advice}.`,
  );
}
