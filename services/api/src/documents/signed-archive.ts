import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { queryable } from '@atelier/application/platform/database.ts';
import { requestSignature } from '@atelier/application/documents/log-signatures.commands.ts';
import { fillText, TEXTS } from '@atelier/contracts/locales/texts.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { checkpointFor, proveStream } from '@atelier/transparency-log/proof/stream-proof.ts';
import { parseNote } from '@atelier/transparency-log/proof/signed-note.ts';
import { cosignedNote, logKeys } from '@atelier/transparency-log/proof/tree-tables.ts';
import type { ApiDeps } from '../http/deps.ts';
import { unavailable } from '../http/errors.ts';
import { zipOf, type ZipEntry } from './zip.ts';

export interface ArchiveRequest {
  /** Of the manifest, e.g. `atelier-dispute-file-1`. */
  readonly format: string;
  /** What the manifest says beside the files. */
  readonly head: { readonly made_at: string } & Readonly<Record<string, unknown>>;
  readonly files: readonly ZipEntry[];
  /** Position of the newest event in the files. */
  readonly position: number;
  readonly language: ReferenceLanguage;
}

export interface SignedArchive {
  readonly zip: Buffer;
  /** SHA-256 of the manifest. */
  readonly manifest: string;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const VERIFIER = 'atelier-verify.mjs';

const textFile = (name: string, text: string): ZipEntry => ({ name, bytes: Buffer.from(text) });

/**
 * An archive that is verified without us: its files, the head of the log's tree, the verifier and how to use it, a manifest of them
 * all, and the signature of the log's key under the manifest (decisions/0166).
 * @throws ApiError 503 when nothing is sealed yet, or no worker signs
 */
export async function signedArchive(deps: ApiDeps, request: ArchiveRequest): Promise<SignedArchive> {
  const db = queryable(deps.db);
  const checkpoint = await checkpointFor(db, request.position);
  if (checkpoint === undefined) throw unavailable('signing_unavailable');
  const note = await cosignedNote(db, checkpoint);
  const log = (await logKeys(db)).at(-1) ?? 'LOG_KEY';
  const files = [
    ...request.files,
    textFile('checkpoint.note', note),
    { name: VERIFIER, bytes: await verifier(deps) },
    textFile('README.txt', readme(request, log, witnessesOf(note, deps.config.witnessKeys))),
  ];
  const manifest = manifestOf(files, request);
  const hash = sha256(manifest.bytes);
  const signed = await requestSignature(db, hash, checkpoint.size);
  if (signed === undefined) throw unavailable('signing_unavailable');
  return { zip: zipOf([manifest, textFile('manifest.note', signed), ...files]), manifest: hash };
}

/** The proof of a piece's or another record's events as a file; none while not one of them is sealed. */
export async function proofFiles({ db, config }: ApiDeps, stream: string): Promise<readonly ZipEntry[]> {
  const proof = await proveStream(queryable(db), stream);
  if (proof === undefined || proof.events.length === 0) return [];
  const keys = { log: await logKeys(queryable(db)), witnesses: config.witnessKeys };
  return [
    textFile('proof.json', `${JSON.stringify({ format: 'atelier-proof v1', keys, ...proof }, null, 1)}\n`),
  ];
}

/** Every file with its size and SHA-256: a reader can check the archive with any tool. */
function manifestOf(files: readonly ZipEntry[], { format, head }: ArchiveRequest): ZipEntry {
  const listed = files.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: sha256(bytes) }));
  return textFile('manifest.json', `${JSON.stringify({ format, ...head, files: listed }, null, 1)}\n`);
}

const PLACES = ['../../../../web/dist/', '../../../../web/public/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** As the screens' folder has it; an API without screens takes it from the source. */
async function verifier({ config }: ApiDeps): Promise<Uint8Array> {
  const folders = [...(config.webDir === undefined ? [] : [config.webDir]), ...PLACES];
  for (const folder of folders) {
    const bytes = await readFile(join(folder, VERIFIER)).catch(() => undefined);
    if (bytes !== undefined) return bytes;
  }
  throw new Error(`${VERIFIER} lies in none of ${folders.join(', ')}`);
}

/** Of the known ones those whose signature stands under the checkpoint. */
const witnessesOf = (note: string, known: readonly string[]): readonly string[] => {
  const names = parseNote(note).signatures.map(({ name, id }) => `${name}+${id}+`);
  return known.filter((key) => names.some((name) => key.startsWith(name)));
};

/** In the reader's language: what the archive is, and the line that verifies it. */
function readme({ head, language }: ArchiveRequest, log: string, witnesses: readonly string[]): string {
  const { title, manifest, run, keysFrom } = TEXTS[language].documents.signed;
  const made = fillText(title, { date: head.made_at });
  const line = [`node ${VERIFIER} . --key ${log}`, ...witnesses.map((key) => `--witness ${key}`)].join(' ');
  return `${[made, '', manifest, run, '', `  ${line}`, '', keysFrom].join('\n')}\n`;
}
