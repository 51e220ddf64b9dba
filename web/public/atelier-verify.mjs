#!/usr/bin/env node
/**
 * Verifies what Atelier hands out, without Atelier: one file, Node 20 or newer, nothing to install, no network.
 *
 *   node atelier-verify.mjs history.atelier-proof.json --key LOG_KEY [--witness KEY]… [--quorum 2]
 *   node atelier-verify.mjs dispute-PAR-000123.zip     --key LOG_KEY …   (or the folder it was unpacked into)
 *
 * LOG_KEY and the witnesses' keys are texts of the form NAME+ID+KEY. Take them from somebody you trust or from a handover
 * paper, not from the file itself. Ends with 0 when everything holds, with 1 and a sentence when something does not.
 *
 * Of a proof is checked, written from RFC 6962 and the C2SP texts signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof:
 *   1. each event's hash, from all of its columns and the hash of the event before it in the piece's history;
 *   2. that the leaf names this event: position, stream, version, hash, moment, type;
 *   3. the path from the leaf to the root of the tree over the whole log;
 *   4. the log's signature under the root, and the signatures of as many witnesses as --quorum asks for.
 * Of a signed archive or folder:
 *   5. the log's signature under manifest.note, and that it names this manifest.json;
 *   6. size and SHA-256 of every file the manifest lists, and that there is no other;
 *   7. that checkpoint.note is the head the manifest was signed with; and proof.json as above.
 *
 * The page /proof/… of an installation loads this same file into the browser: it needs WebCrypto alone.
 */
const { subtle } = globalThis.crypto ?? {};

/** What does not hold, in a sentence. */
export class Broken extends Error {}

function must(holds, sentence) {
  if (!holds) throw new Broken(sentence);
}

const utf8 = (text) => new TextEncoder().encode(text);
const textOf = (bytes) => new TextDecoder().decode(bytes);
const joined = (parts) => {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const sha256 = async (...parts) => new Uint8Array(await subtle.digest('SHA-256', joined(parts)));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (text) => {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    throw new Broken(`"${text.slice(0, 20)}" is no base64`);
  }
};
const isSigned = (key, signature, bytes) => subtle.verify('Ed25519', key, signature, bytes);
const parsed = (text, name) => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Broken(`${name} is no JSON`);
  }
};

/** NAME+ID+KEY: the key is base64 of a byte for its use (1 log, 4 witness) and 32 bytes of Ed25519. */
async function readKey(text) {
  const [name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(text)?.slice(1) ?? [];
  must(encoded !== undefined, `"${text}" is no key: NAME+ID+KEY`);
  const bytes = base64(encoded);
  must(bytes.length === 33, `the key of ${name} is not 33 bytes long`);
  const own = hex((await sha256(utf8(`${name}\n`), bytes)).subarray(0, 4));
  must(own === id, `the id of the key of ${name} is not its own`);
  const key = await subtle.importKey('raw', bytes.subarray(1), 'Ed25519', false, ['verify']);
  return { name, id, use: bytes[0], key };
}

/** Text, empty line, lines of signatures. */
function readNote(note, what = 'the checkpoint') {
  const cut = note.lastIndexOf('\n\n');
  must(cut > 0 && note.endsWith('\n'), `${what} is no signed note`);
  const lines = note
    .slice(cut + 2)
    .split('\n')
    .slice(0, -1);
  const signatures = lines.map((line) => {
    const [, name, encoded] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
    must(name !== undefined, `a line under ${what} is no signature`);
    const bytes = base64(encoded);
    return { name, id: hex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
  });
  return { text: note.slice(0, cut + 1), signatures };
}

const signedBy = (signatures, { name, id }) => signatures.filter((own) => own.name === name && own.id === id);

async function checkLogSignature({ text, signatures }, keys, what = 'the checkpoint') {
  const own = keys.flatMap((key) => signedBy(signatures, key).map((signature) => [key, signature]));
  must(own.length > 0, `${what} is not signed by the key of the log`);
  for (const [{ name, key }, { bytes }] of own)
    must(await isSigned(key, bytes, utf8(text)), `the signature of ${name} does not fit ${what}`);
}

/** Names of the witnesses that signed: eight bytes of seconds stand before the signature. */
async function readCosignatures({ text, signatures }, witnesses) {
  const names = new Set();
  for (const witness of witnesses) {
    for (const { bytes } of signedBy(signatures, witness)) {
      must(bytes.length > 8, `the signature of ${witness.name} is too short`);
      const seconds = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0);
      const signed = utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
      const fits = await isSigned(witness.key, bytes.subarray(8), signed);
      must(fits, `the signature of ${witness.name} does not fit`);
      names.add(witness.name);
    }
  }
  return names;
}

/** Origin, size, root: a line each. */
function readHead(text) {
  const [origin, size, root] = text.split('\n');
  must(/^\d{1,16}$/.test(size ?? '') && root !== undefined, 'the checkpoint names no size and root');
  return { origin, size: BigInt(size), root: base64(root) };
}

/** A checkpoint with the signatures under it; the same note is read once. */
function openNotes({ keys, witnesses, quorum }) {
  const known = new Map();
  const open = async (note) => {
    const read = readNote(note);
    const head = readHead(read.text);
    await checkLogSignature(read, keys);
    const names = await readCosignatures(read, witnesses);
    must(names.size >= quorum, `${names.size} of ${quorum} witnesses signed the tree of ${head.size} events`);
    return { ...head, names: [...names] };
  };
  return (note) => {
    if (!known.has(note)) known.set(note, open(note));
    return known.get(note);
  };
}

/** Index, path and checkpoint. */
function readProof(proof) {
  const cut = proof.indexOf('\n\n');
  const [heading, ...lines] = proof.slice(0, cut).split('\n');
  must(heading === 'c2sp.org/tlog-proof@v1', 'the proof is none of the kind c2sp.org/tlog-proof@v1');
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const index = /^index (0|[1-9]\d*)$/.exec(lines.shift() ?? '')?.[1];
  must(index !== undefined, 'the proof names no index');
  return { index: BigInt(index), path: lines.map(base64), note: proof.slice(cut + 2) };
}

/** From the leaf upwards, by the bits of its index and of the last leaf's (RFC 9162 §2.1.3.2 says it so). */
async function rootFrom(leaf, index, size, path) {
  let [at, last, hash] = [index, size - 1n, await sha256(Uint8Array.of(0), leaf)];
  must(at <= last, 'the index lies beyond the tree');
  for (const sibling of path) {
    must(last > 0n, 'the path is longer than the tree is high');
    if (at % 2n === 1n || at === last) {
      hash = await sha256(Uint8Array.of(1), sibling, hash);
      while (at % 2n === 0n && at !== 0n) [at, last] = [at / 2n, last / 2n];
    } else hash = await sha256(Uint8Array.of(1), hash, sibling);
    [at, last] = [at / 2n, last / 2n];
  }
  must(last === 0n, 'the path is shorter than the tree is high');
  return hash;
}

/** Each event's hash: of that of the one before it in its stream, then its columns, a line each. */
async function checkChain({ stream, events }) {
  let previous = new Uint8Array();
  for (const [place, event] of events.entries()) {
    must(event.version === place + 1, `version ${place + 1} of ${stream} is missing`);
    const { position, recorded_at, version, schema_version, event_id, type, data, metadata } = event;
    const columns = [position, recorded_at, version, schema_version, event_id, stream, type, data, metadata];
    previous = await sha256(previous, utf8(columns.join('\n')));
    must(hex(previous) === event.hash, `the event at position ${position} was changed`);
  }
}

/** Steps of the customer's page by the status that a move leads to; every other status lies in the workshop. */
const STEPS = { 1: 1, 2: 2, 14: 4, 15: 5, 16: 6, 20: 1, 21: 6 };
const WORKSHOP = 3;

/** The leaf names the event; of a proof without columns, it is all that is known of it. */
function checkLeaf(stream, { position, version, hash, recorded_at, type, step }, leaf) {
  const [heading, at, of, nth, chained, moment, kind = ''] = leaf.split('\n');
  const [named, , to] = kind.split(' ');
  const said = [heading, at, of, nth, chained, moment, named].join('\n');
  const own = ['atelier event v1', position, stream, version, hash, recorded_at, type].join('\n');
  must(said === own, `the leaf at position ${position} is that of another event`);
  const reached = to === undefined ? 1 : (STEPS[to] ?? WORKSHOP);
  must(step === undefined || step === reached, `the event at position ${position} reached another step`);
}

async function proveEvents(proof, openNote) {
  must(proof.format === 'atelier-proof v1', 'the file is no proof of the format atelier-proof v1');
  // A customer's proof shows moments and kinds of events, not what they say: it has leaves, no columns.
  const isWhole = proof.events.every((event) => event.data !== undefined);
  if (isWhole) await checkChain(proof);
  const proven = proof.events.filter((event) => event.proof !== undefined);
  must(proven.length > 0, 'no event of the file is sealed yet');
  let head;
  for (const event of proven) {
    checkLeaf(proof.stream, event, event.leaf);
    const { index, path, note } = readProof(event.proof);
    head = await openNote(note);
    const root = await rootFrom(utf8(event.leaf), index, head.size, path);
    const holds = hex(root) === hex(head.root);
    must(holds, `the tree of ${head.size} events does not hold the event at position ${event.position}`);
  }
  return { proof, proven, isWhole, head };
}

/** Keys as texts; without a quorum every witness named must have signed. */
async function readOrder({ keys, witnesses = [], quorum = witnesses.length }) {
  const read = (texts) => Promise.all(texts.map(readKey));
  return { keys: await read(keys), witnesses: await read(witnesses), quorum };
}

/** A proof of a piece's history. @throws Broken with a sentence */
export async function verifyProof(proof, order) {
  return proveEvents(proof, openNotes(await readOrder(order)));
}

/** Bytes of each file of a ZIP whose files are not compressed, by name. */
export function filesOfZip(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  let end = zip.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  must(end >= 0, 'the archive has no end: it was cut off');
  const files = new Map();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    must(at + 46 <= zip.length, 'the list of the archive is broken');
    const [size, name] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const local = view.getUint32(at + 42, true);
    must(view.getUint16(at + 10, true) === 0, 'the archive is compressed: unpack it and name the folder');
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.set(textOf(zip.subarray(at + 46, at + 46 + name)), zip.subarray(begin, begin + size));
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

const fileOf = (files, name) => {
  must(files.has(name), `${name} is missing`);
  return files.get(name);
};

async function checkListed(files, listed) {
  const names = new Set(['manifest.json', 'manifest.note', ...listed.map(({ name }) => name)]);
  for (const { name, size, sha256: hash } of listed) {
    const bytes = fileOf(files, name);
    const isSame = bytes.length === size && hex(await sha256(bytes)) === hash;
    must(isSame, `${name} was changed`);
  }
  for (const name of files.keys())
    must(names.has(name), `${name} is not in the manifest: nothing else may lie beside the files`);
}

/** A signed archive by the bytes of its files. @throws Broken with a sentence */
export async function verifyArchive(files, order) {
  const read = await readOrder(order);
  const openNote = openNotes(read);
  const manifest = fileOf(files, 'manifest.json');
  const note = readNote(textOf(fileOf(files, 'manifest.note')), 'the manifest');
  await checkLogSignature(note, read.keys, 'the manifest');
  const [heading, origin, hash, size, root] = note.text.split('\n');
  must(heading === 'atelier signed file v1', 'manifest.note is none of the kind "atelier signed file v1"');
  must(hash === hex(await sha256(manifest)), 'manifest.json was changed');
  const { format, files: listed } = parsed(textOf(manifest), 'manifest.json');
  await checkListed(files, listed);
  const head = await openNote(textOf(fileOf(files, 'checkpoint.note')));
  const isOwn = head.origin === origin && head.size === BigInt(size) && hex(head.root) === hex(base64(root));
  must(isOwn, 'checkpoint.note is not the head that the manifest was signed with');
  const proof = files.get('proof.json');
  const history = proof && (await proveEvents(parsed(textOf(proof), 'proof.json'), openNote));
  return { format, count: listed.length, head, history };
}

const saySigned = ({ names }) =>
  `signed by the log and ${names.length} witnesses${names.length > 0 ? `: ${names.join(', ')}` : ''}`;

function sayHistory({ proof, proven, isWhole, head }) {
  const lines = [
    `${proof.stream}: ${proven.length} of ${proof.events.length} events proven in the log ${head.origin} of ${head.size} events`,
    saySigned(head),
    isWhole ? 'every column of every event is what was recorded' : 'moments and kinds are what was recorded',
  ];
  if (proven.length < proof.events.length) lines.push('the newest events are not sealed yet');
  const events = proven.map(({ version, type, recorded_at: at }) => {
    return `${String(version).padStart(4)}  ${new Date(Number(at) / 1000).toISOString()}  ${type}`;
  });
  return [...lines, ...events].join('\n');
}

const sayArchive = ({ format, count, head, history }) =>
  [
    `${format}: ${count} files are what the log signed at ${head.size} events`,
    ...(history === undefined ? [saySigned(head)] : [sayHistory(history)]),
  ].join('\n');

/** Every file below a folder by its path in there, as the manifest names it, wherever the folder is named from. */
async function readFolder(fs, folder) {
  const files = new Map();
  for (const path of await fs.readdir(folder, { recursive: true })) {
    const place = `${folder}/${path}`;
    if ((await fs.stat(place)).isFile()) files.set(path.replaceAll('\\', '/'), await fs.readFile(place));
  }
  return files;
}

const USAGE = 'node atelier-verify.mjs FILE|FOLDER --key LOG_KEY [--witness KEY]… [--quorum N]';

function orderOf(args) {
  const order = { file: undefined, keys: [], witnesses: [], quorum: undefined };
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '--key') order.keys.push(args[(at += 1)] ?? '');
    else if (args[at] === '--witness') order.witnesses.push(args[(at += 1)] ?? '');
    else if (args[at] === '--quorum') order.quorum = Number(args[(at += 1)]);
    else order.file = args[at].replace(/[/\\]+$/, '');
  }
  must(order.file !== undefined && order.keys.length > 0, USAGE);
  return order;
}

async function run(args) {
  const order = orderOf(args);
  const fs = await import('node:fs/promises');
  const folder = await fs.stat(order.file).then((entry) => entry.isDirectory());
  if (folder) return sayArchive(await verifyArchive(await readFolder(fs, order.file), order));
  const bytes = new Uint8Array(await fs.readFile(order.file));
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isZip) return sayArchive(await verifyArchive(filesOfZip(bytes), order));
  return sayHistory(await verifyProof(parsed(textOf(bytes), order.file), order));
}

/** Whether this file is the program, under any name: a browser that saves it twice calls it "atelier-verify (1).mjs". */
async function isProgram() {
  const program = globalThis.process?.argv?.[1];
  if (program === undefined) return false;
  const [{ pathToFileURL }, { realpath }] = [await import('node:url'), await import('node:fs/promises')];
  return import.meta.url === pathToFileURL(await realpath(program).catch(() => program)).href;
}

// In the browser, or where another program imports it, nothing runs.
if (await isProgram()) {
  try {
    console.log(await run(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    console.error(`NOT PROVEN: ${error.message}`);
    process.exitCode = 1;
  }
}
