import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BadArchive, eventsFile, manifestFile, type Manifest } from './manifest.ts';

const FAST = 3;

/**
 * Writes lines into a compressed file and reads it back from the disk. It gets its name only by `keepArchive`.
 * Answers the file's SHA-256.
 */
export async function writeLines(
  folder: string,
  name: string,
  lines: AsyncIterable<string>,
): Promise<string> {
  const file = `${eventsFile(folder, name)}.part`;
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const compressed = createGzip({ level: FAST });
  await pipeline(
    Readable.from(lines),
    compressed,
    hashed,
    createWriteStream(file, { flags: 'w', mode: 0o600 }),
  );
  await flush(file);
  const written = hash.digest('hex');
  if ((await sha256Of(file)) !== written) throw new BadArchive(`${file} is not what was written into it`);
  return written;
}

/** Gives the file its name and writes the manifest beside it, both on the disk when it answers. */
export async function keepArchive(folder: string, manifest: Manifest): Promise<void> {
  const { name } = manifest;
  await writeFile(manifestFile(folder, name), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await flush(manifestFile(folder, name));
  await rename(`${eventsFile(folder, name)}.part`, eventsFile(folder, name));
  await flush(folder);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}

/** @throws BadArchive when the file cannot be read */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  } catch {
    throw new BadArchive(`${file} cannot be read`);
  }
  return hash.digest('hex');
}

/** The lines of a kept archive, some at a time. */
export async function* readLines(
  folder: string,
  name: string,
  atOnce: number,
): AsyncGenerator<readonly string[]> {
  const input = createReadStream(eventsFile(folder, name)).pipe(createGunzip());
  let lines: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    lines.push(line);
    if (lines.length < atOnce) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}
