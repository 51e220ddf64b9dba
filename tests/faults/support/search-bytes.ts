import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** As a text may stand in a file: as it is, in UTF-16, in hexadecimal, and in Base64 at each of its three places. */
function formsOf(word: string): readonly Buffer[] {
  const bytes = Buffer.from(word);
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Its first and last characters hang on what stands beside it.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.from(text.slice(from, to));
  });
  return [bytes, Buffer.from(word, 'utf16le'), Buffer.from(bytes.toString('hex')), ...base64];
}

/** What looks for something in a stretch of bytes, and how many bytes two stretches of a file have to share for it. */
interface Finder {
  readonly overlap: number;
  readonly in: (bytes: Buffer) => ReadonlySet<string>;
}

/** Finds stretches of pictures, by the name each has here. */
export function slices(byName: ReadonlyMap<string, Buffer>): Finder {
  return {
    overlap: Math.max(...[...byName.values()].map(({ length }) => length)),
    in: (bytes) => new Set([...byName].filter(([, slice]) => bytes.includes(slice)).map(([name]) => name)),
  };
}

/** Finds words in bytes: one pass for all of them, because each begins with the same mark. */
export class Needles implements Finder {
  readonly #marks: readonly Buffer[];
  readonly #forms: ReadonlyMap<string, string>;
  readonly #lengths: readonly number[];
  readonly #longest: number;

  /** @param mark what every word begins with; rare, so that a pass over it is enough */
  constructor(mark: string, words: readonly string[]) {
    if (words.some((word) => !word.startsWith(mark))) throw new Error(`every word begins with ${mark}`);
    this.#marks = formsOf(mark);
    this.#forms = new Map(
      words.flatMap((word) => formsOf(word).map((form) => [form.toString('latin1'), word])),
    );
    this.#lengths = [...new Set([...this.#forms.keys()].map(({ length }) => length))];
    this.#longest = Math.max(...this.#lengths);
  }

  /** How many bytes two stretches of a file have to share, so that no word is cut by their border. */
  get overlap(): number {
    return this.#longest;
  }

  in(bytes: Buffer): ReadonlySet<string> {
    const found = new Set<string>();
    for (const mark of this.#marks)
      for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
        const here = bytes.toString('latin1', at, at + this.#longest);
        for (const length of this.#lengths) {
          const word = this.#forms.get(here.slice(0, length));
          if (word !== undefined) found.add(word);
        }
      }
    return found;
  }
}

const STRETCH = 8 * 1024 * 1024;
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const ZIP_HEAD = 30;

/** What lies compressed within: members of gzip and of zip archives, as far as they can be read from where they begin. */
function* unpacked(bytes: Buffer): Iterable<Buffer> {
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1)) {
    const plain = tried(() => inflateRawSync(bytes.subarray(bodyOf(bytes, at))));
    if (plain !== undefined) yield plain;
  }
  for (let at = bytes.indexOf(ZIP); at >= 0; at = bytes.indexOf(ZIP, at + 1)) {
    if (at + ZIP_HEAD > bytes.length || bytes.readUInt16LE(at + 8) !== 8) continue;
    const from = at + ZIP_HEAD + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const plain = tried(() => inflateRawSync(bytes.subarray(from)));
    if (plain !== undefined) yield plain;
  }
}

/** Where a gzip member's own bytes begin, behind the name of its file where it has one. */
function bodyOf(bytes: Buffer, at: number): number {
  const isNamed = (bytes.readUInt8(at + 3) & 8) !== 0;
  return isNamed ? bytes.indexOf(0, at + 10) + 1 : at + 10;
}

function tried(read: () => Buffer): Buffer | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Words in bytes, also in what is compressed in them. */
export function wordsIn(needles: Finder, bytes: Buffer): Set<string> {
  const found = new Set(needles.in(bytes));
  for (const plain of unpacked(bytes)) for (const word of needles.in(plain)) found.add(word);
  return found;
}

/** By word: the files below a folder that hold it, as far as `skipped` does not leave them out. */
export function searchFolder(
  needles: Finder,
  folder: string,
  skipped: (path: string) => boolean = () => false,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || skipped(path)) continue;
    for (const word of wordsInFileIfThere(needles, path)) found.set(word, [...(found.get(word) ?? []), path]);
  }
  return found;
}

/** A running PostgreSQL removes files (`pg_internal.init`, old log segments) between the listing and the reading. */
function wordsInFileIfThere(needles: Finder, path: string): ReadonlySet<string> {
  try {
    return wordsInFile(needles, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Set();
    throw error;
  }
}

function wordsInFile(needles: Finder, path: string): Set<string> {
  const found = new Set<string>();
  const { size } = statSync(path);
  const file = openSync(path, 'r');
  try {
    for (let from = 0; from < size; from += STRETCH) {
      const bytes = Buffer.alloc(Math.min(STRETCH + needles.overlap, size - from));
      readSync(file, bytes, 0, bytes.length, from);
      for (const word of wordsIn(needles, bytes)) found.add(word);
    }
  } finally {
    closeSync(file);
  }
  return found;
}
