import { setTimeout as sleep } from 'node:timers/promises';
import type { LogFault } from '@atelier/transparency-log/proof/fault-list.ts';
import { AlteredFile } from '../../blobs/altered-file.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { inScope, queryable } from '../../platform/database.ts';
import { sha256InId } from '../../blobs/picture-id.ts';
import { pictureHashIn } from '../../blobs/picture-in-document.ts';
import { filePages, type FilePage, type FileReader } from './file-pages.queries.ts';
import type { RecordedFile, UnreadableEvent } from './recorded-files.queries.ts';

export interface FileChecker extends FileReader {
  readonly blobs: Pick<BlobStore, 'get'>;
  /** Awaited before what does not fit is compared again: an erasure takes files away before the log says so. 3 s by default. */
  readonly settle?: () => Promise<void>;
  /** Up to which position of the log everything is compared. */
  readonly onProgress?: (position: number) => Promise<void>;
}

/** A file that does not fit, said in one sentence of numbers and digests. */
export type FileFault = Omit<LogFault, 'code' | 'facts' | 'values'>;

export interface FilesVerdict {
  /** Pictures and signatures that events name, each as often as it is named. */
  readonly files: number;
  /** Of them, pictures of earlier releases: no event says what they were. */
  readonly unbound: number;
  /** The first ten thousand; `faultCount` counts all. */
  readonly faults: readonly FileFault[];
  readonly faultCount: number;
}

const MOST_KEPT = 10_000;
const nowhere = async (): Promise<void> => undefined;
const defaultSettle = (): Promise<void> => sleep(3_000);

/**
 * Compares every picture and signature that an event names with its row in `image_uploads` and with the bytes that are kept
 * (decisions/0198). Holds one file in memory at a time. Reads all of them: hours where there are millions.
 */
export async function checkFiles(checker: FileChecker): Promise<FilesVerdict> {
  const all = await walk(checker, filePages(checker));
  if (all.faults.size === 0) return { ...all, faults: [] };
  await (checker.settle ?? defaultSettle)();
  const streams = new Set([...all.faults.values()].flatMap(({ streamId }) => streamId ?? []));
  const again = await walk({ ...checker, onProgress: nowhere }, filePages(checker, [...streams]));
  const gone = [...all.faults.keys()].filter((key) => !again.faults.has(key));
  for (const key of gone) all.faults.delete(key);
  return { ...all, faults: [...all.faults.values()], faultCount: all.faultCount - gone.length };
}

interface Walked extends Pick<FilesVerdict, 'files' | 'unbound' | 'faultCount'> {
  /** By what they say. */
  readonly faults: Map<string, FileFault>;
}

async function walk(checker: FileChecker, pages: AsyncIterable<FilePage>): Promise<Walked> {
  const faults = new Map<string, FileFault>();
  let [files, unbound, faultCount] = [0, 0, 0];
  for await (const page of pages) {
    files += page.files.length;
    unbound += page.files.filter(isUnbound).length;
    for (const fault of await faultsOf(checker, page)) {
      faultCount += 1;
      if (faults.size < MOST_KEPT) faults.set(JSON.stringify(fault), fault);
    }
    if (page.upTo !== undefined) await checker.onProgress?.(page.upTo);
  }
  return { files, unbound, faultCount, faults };
}

const recordedHash = ({ what, reference }: RecordedFile): string | undefined =>
  what === 'signature' ? reference : sha256InId(reference);

const isUnbound = (file: RecordedFile): boolean => recordedHash(file) === undefined;

async function faultsOf(
  checker: FileChecker,
  { files, unreadable }: FilePage,
): Promise<readonly FileFault[]> {
  const uploads = await findUploads(checker, files);
  const seen = new Map<string, string | undefined>();
  const found: Found[] = [];
  for (const file of files) {
    const recorded = recordedHash(file);
    const upload = uploads.get(file.reference);
    const row = rowFault(file, recorded, upload);
    if (row !== undefined) found.push({ ...file, ...row });
    const hash = recorded ?? upload;
    if (hash === undefined) continue;
    if (!seen.has(hash)) seen.set(hash, await contentFault(checker.blobs, hash));
    const content = seen.get(hash);
    if (content !== undefined) found.push({ ...file, field: 'blobs', detail: content });
  }
  const unsaid = await notErased(checker, unreadable);
  return named(checker, [...found, ...unsaid]);
}

interface Found extends Pick<RecordedFile, 'streamId' | 'version' | 'position'> {
  readonly what?: RecordedFile['what'];
  readonly nth?: number | null;
  /** The table that does not fit. */
  readonly field: string;
  readonly detail: string;
}

async function findUploads(
  { db }: FileChecker,
  files: readonly RecordedFile[],
): Promise<ReadonlyMap<string, string>> {
  const ids = files.filter(({ what }) => what !== 'signature').map(({ reference }) => reference);
  if (ids.length === 0) return new Map();
  const rows = await inScope(db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('image_uploads')
      .select(['image_id', 'hash'])
      .where((where) => where('image_id', '=', where.fn.any(where.val(ids))))
      .execute(),
  );
  return new Map(rows.map(({ image_id, hash }) => [image_id, hash.toString('hex')]));
}

function rowFault(
  { what, reference }: RecordedFile,
  recorded: string | undefined,
  upload: string | undefined,
): Pick<Found, 'field' | 'detail'> | undefined {
  const field = 'image_uploads';
  const isUpload = what !== 'signature' && recorded !== reference;
  const expected = `expected ${recorded ?? 'the row of its upload'}`;
  if (upload === undefined) return isUpload ? { field, detail: `${expected}, found no row` } : undefined;
  if (recorded === undefined || recorded === upload) return undefined;
  return { field, detail: `${expected}, found ${upload}` };
}

/** What does not fit the bytes that are kept under a hash, and those that they name. */
async function contentFault(blobs: FileChecker['blobs'], hash: string): Promise<string | undefined> {
  try {
    const content = await blobs.get(hash);
    if (content === undefined) return `expected ${hash}, found nothing`;
    const picture = pictureHashIn(content);
    return picture === undefined ? undefined : await contentFault(blobs, picture);
  } catch (error) {
    if (error instanceof AlteredFile) return `expected ${error.expected}, found ${error.found}`;
    throw error;
  }
}

const erasedSql = `
  select distinct e.stream_id from public.events e where e.stream_id = any ($1::text[]) and e.type = 'ItemCustomerErased'`;

/** Events that do not say which files they name, of streams whose person was not erased: a key was removed or exchanged. */
async function notErased({ db }: FileChecker, events: readonly UnreadableEvent[]): Promise<readonly Found[]> {
  if (events.length === 0) return [];
  const streams = events.map(({ streamId }) => streamId);
  const { rows } = await queryable(db).query<{ stream_id: string }>(erasedSql, [streams]);
  const erased = new Set(rows.map((row) => row.stream_id));
  return events
    .filter(({ streamId }) => !erased.has(streamId))
    .map(({ reason, ...place }) => ({
      ...place,
      field: 'events',
      detail: `${reason}, and nobody was erased`,
    }));
}

/** With the pieces' numbers, which people know them by. */
async function named({ db }: FileChecker, found: readonly Found[]): Promise<readonly FileFault[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ streamId }) => Number(/^item-(\d+)$/.exec(streamId)?.[1] ?? 0));
  const rows = await inScope(db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('item_row')
      .select(['id', 'number'])
      .where((where) => where('id', '=', where.fn.any(where.val(ids))))
      .execute(),
  );
  const numbers = new Map(rows.map(({ id, number }) => [`item-${id}`, number]));
  return found.map(({ streamId, version, position, what, nth, field, detail }) => {
    const file = [what, nth].filter((part) => part !== undefined && part !== null);
    return {
      kind: 'file',
      streamId,
      ...(version !== null && { version }),
      ...(position !== null && { position }),
      field,
      detail: `${[numbers.get(streamId) ?? streamId, ...file].join(' ')}: ${detail}`,
    };
  });
}
