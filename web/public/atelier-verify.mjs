#!/usr/bin/env node
/**
 * Verifies what Atelier hands out, without Atelier: one file, Node 20 or newer, nothing to install, no network.
 *
 *   node atelier-verify.mjs history.atelier-proof.json --key LOG_KEY [--witness KEY]… [--quorum 2]
 *   node atelier-verify.mjs dispute-PAR-000123.zip     --key LOG_KEY …   (or the folder it was unpacked into)
 *
 * LOG_KEY and the witnesses' keys are texts of the form NAME+ID+KEY. Take them from a source you trust or from a handover
 * paper, not from the file itself. Ends with 0 when everything holds, with 1 and a sentence when something does not.
 *
 * Of a proof is checked, written from RFC 6962 and the C2SP texts signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof:
 *   1. each event's hash, from all of its columns and the hash of the event before it in the piece's history;
 *   2. that the leaf names this event: position, stream, version, hash, moment, type;
 *   3. the path from the leaf to the root of the tree over the whole log;
 *   4. the log's signature under the root, and the signatures of as many witnesses as --quorum asks for.
 * An event without leaf, proof or one of its columns does not hold, and neither does anything beside them: nothing proves it.
 * Of a signed archive or folder:
 *   5. the log's signature under manifest.note, and that it names this manifest.json;
 *   6. size and SHA-256 of every file the manifest lists, and that there is no other; in an archive, that both of its headers of
 *      each file say the same, no file is named twice, and no byte lies between them;
 *   7. that checkpoint.note is the head the manifest was signed with; and proof.json as above;
 *   8. each picture: its SHA-256 is the one in its id, and an event of proof.json recorded this id. Events of earlier releases,
 *      and those that are not sealed yet, do not show it: the verdict counts their pictures.
 *
 * The page /proof/… of an installation loads this same file into the browser: it needs WebCrypto alone.
 */
/* oxlint-disable max-lines -- handed out and run as one file */
const { subtle } = globalThis.crypto ?? {};

/** What does not hold, in a sentence. */
export class Broken extends Error {}

function must(holds, sentence) {
  if (!holds) throw new Broken(sentence);
}

const utf8 = (text) => new TextEncoder().encode(text);
const textOf = (bytes) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Broken('a file is no UTF-8');
  }
};
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
/** Each value has one spelling: `atob` reads others as well. */
const base64 = (text) => {
  const sentence = `"${text.slice(0, 20)}" is no base64`;
  try {
    const signs = atob(text);
    must(btoa(signs) === text, sentence);
    return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  } catch {
    throw new Broken(sentence);
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

const LOG = 1;
const WITNESS = 4;

/** A key that stands twice is read by one program in its first place, by another in its last. */
function parsedProof(text, name) {
  const proof = parsed(text, name);
  const isOwn = JSON.stringify(proof, null, 1) === text.trimEnd();
  must(
    isOwn,
    `${name} is not written as Atelier writes it: something stands in it twice, or another program saved it`,
  );
  return proof;
}

/** NAME+ID+KEY: the key is base64 of a byte for its use (1 log, 4 witness) and 32 bytes of Ed25519. */
async function readKey(text, use) {
  const [name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(text)?.slice(1) ?? [];
  must(encoded !== undefined, `"${text}" is no key: NAME+ID+KEY`);
  const bytes = base64(encoded);
  must(bytes.length === 33, `the key of ${name} is not 33 bytes long`);
  must(bytes[0] === use, `the key of ${name} is none of a ${use === LOG ? 'log' : 'witness'}`);
  const own = hex((await sha256(utf8(`${name}\n`), bytes)).subarray(0, 4));
  must(own === id, `the id of the key of ${name} is not its own`);
  const key = await subtle.importKey('raw', bytes.subarray(1), 'Ed25519', false, ['verify']);
  return { name, id, key };
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

/** What an event of a customer's proof says: moments and kinds, not what happened. */
const STEP = {
  step: 'number',
  position: 'number',
  version: 'number',
  recorded_at: 'string',
  type: 'string',
  hash: 'string',
};

/** Every column of an event, and its hash. */
const WHOLE = {
  position: 'number',
  version: 'number',
  recorded_at: 'string',
  schema_version: 'number',
  event_id: 'string',
  type: 'string',
  data: 'string',
  metadata: 'string',
  hash: 'string',
};

/** What is left out, or stands beside, would be shown and proven by nothing. */
function checkShape({ events }, isWhole) {
  const shape = { ...(isWhole ? WHOLE : STEP), leaf: 'string', proof: 'string' };
  for (const [place, event] of events.entries()) {
    const nth = `event ${place + 1} of ${events.length} of the file`;
    for (const [name, kind] of Object.entries(shape))
      must(typeof event[name] === kind, `${nth} has no ${name}: it was left out, or not sealed yet`);
    for (const name of Object.keys(event))
      must(Object.hasOwn(shape, name), `nothing proves the ${name} of ${nth}`);
    must(
      place === 0 || event.version > events[place - 1].version,
      `${nth} is not newer than the one before it`,
    );
    must(event.proof.endsWith(noteOf(events[0])), `${nth} is proven by another checkpoint`);
  }
}

const noteOf = ({ proof }) => proof.slice(proof.indexOf('\n\n'));

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
  must(proof?.format === 'atelier-proof v1', 'the file is no proof of the format atelier-proof v1');
  const { stream, events } = proof;
  must(typeof stream === 'string' && Array.isArray(events), 'the proof names no stream and events');
  must(events.length > 0, 'no event of the file is sealed yet');
  const isWhole = !events.every((event) => event.step !== undefined);
  checkShape(proof, isWhole);
  if (isWhole) await checkChain(proof);
  let head;
  for (const event of events) {
    checkLeaf(stream, event, event.leaf);
    const { index, path, note } = readProof(event.proof);
    head = await openNote(note);
    const root = await rootFrom(utf8(event.leaf), index, head.size, path);
    const holds = hex(root) === hex(head.root);
    must(holds, `the tree of ${head.size} events does not hold the event at position ${event.position}`);
  }
  return { proof, isWhole, head };
}

/** Keys as texts; without a quorum every witness named must have signed. */
async function readOrder({ keys, witnesses = [], quorum = witnesses.length }) {
  const read = (texts, use) => Promise.all(texts.map((text) => readKey(text, use)));
  return { keys: await read(keys, LOG), witnesses: await read(witnesses, WITNESS), quorum };
}

/** A proof of a piece's history. @throws Broken with a sentence */
export async function verifyProof(proof, order) {
  return proveEvents(proof, openNotes(await readOrder(order)));
}

const FOREIGN = 'the archive was packed by another program: unpack it and name the folder';
/** Version 2.0, no flags, no compression, 1 January 1980: what both headers of a file begin with. */
const FIELDS = Uint8Array.of(20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0);
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const areSame = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** Count of files and place of their list: the archive's last 22 bytes, on one disk and without a comment. */
function readEnd(zip, view) {
  const end = zip.length - 22;
  must(
    end >= 0 && view.getUint32(end, true) === END,
    'the archive has no end: it was cut off, or is longer than it says',
  );
  const [count, size, at] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  const isPlain = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 20, true) === 0;
  must(
    isPlain && view.getUint16(end + 8, true) === count && at + size === end,
    'the end of the archive is broken',
  );
  return { count, at, end };
}

/** A file of the list; `begin` is where its own header must lie: behind the file before it. */
function readListed(zip, view, at, begin) {
  must(at + 46 <= zip.length && view.getUint32(at, true) === CENTRAL, 'the list of the archive is broken');
  const fields = zip.subarray(at + 6, at + 32);
  const rest = zip.subarray(at + 32, at + 42);
  const isPlain = view.getUint16(at + 4, true) === 20 && rest.every((byte) => byte === 0);
  must(isPlain && areSame(fields.subarray(0, 10), FIELDS), FOREIGN);
  const [size, unpacked, length] = [20, 24, 28].map((place) => view.getUint32(at + place, true));
  const name = zip.subarray(at + 46, at + 46 + length);
  const body = begin + 30 + length;
  const isSame =
    view.getUint32(at + 42, true) === begin &&
    size === unpacked &&
    body + size <= zip.length &&
    view.getUint32(begin, true) === LOCAL &&
    areSame(zip.subarray(begin + 4, begin + 30), fields) &&
    areSame(zip.subarray(begin + 30, body), name);
  must(isSame, `the archive's list and its header of ${textOf(name)} do not say the same`);
  return {
    name: textOf(name),
    bytes: zip.subarray(body, body + size),
    next: at + 46 + length,
    ends: body + size,
  };
}

/** Bytes of each file of an archive as Atelier packs it, by name: whichever program unpacks it finds the same files. */
export function filesOfZip(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  const { count, at: list, end } = readEnd(zip, view);
  const [files, names] = [new Map(), new Set()];
  let [at, begin] = [list, 0];
  for (let left = count; left > 0; left -= 1) {
    const { name, bytes, next, ends } = readListed(zip, view, at, begin);
    must(!names.has(name.toLowerCase()), `the archive names ${name} twice`);
    must(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name), `"${name}" is no name of a file in an archive`);
    names.add(name.toLowerCase());
    files.set(name, bytes);
    [at, begin] = [next, ends];
  }
  must(begin === list && at === end, 'the archive holds bytes that belong to no file');
  return files;
}

const fileOf = (files, name) => {
  must(files.has(name), `${name} is missing`);
  return files.get(name);
};

async function checkListed(files, listed) {
  const names = new Set(['manifest.json', 'manifest.note', ...listed.map(({ name }) => name)]);
  must(names.size === listed.length + 2, 'the manifest names a file twice');
  for (const { name, size, sha256: hash } of listed) {
    const bytes = fileOf(files, name);
    const isSame = bytes.length === size && hex(await sha256(bytes)) === hash;
    must(isSame, `${name} was changed`);
  }
  for (const name of files.keys())
    must(names.has(name), `${name} is not in the manifest: nothing else may lie beside the files`);
}

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** SHA-256 that a picture's id names; undefined for ids of earlier releases. */
function sha256InId(id) {
  if (/^[0-9a-f]{64}$/.test(id)) return id;
  if (!/^[\w-]{65}$/.test(id)) return undefined;
  return hex(base64(`${id.slice(22).replaceAll('-', '+').replaceAll('_', '/')}=`));
}

/** The digests of pictures that proven events hold. */
const recordedDigests = (history) =>
  new Set(
    (history?.isWhole ? history.proof.events : []).flatMap(
      ({ data, version }) => parsed(data, `the data of version ${version}`).pictureDigests ?? [],
    ),
  );

/** Events that may name pictures. Those that a release before 0059 wrote do not say which. */
const NAMING = ['ItemDeposited', 'ItemDepositEdited', 'CounterfeitReported', 'MeasurementsRecorded'];
const saysNoPictures = ({ type, data }) =>
  NAMING.includes(type) && (data === undefined || parsed(data, 'an event').pictureDigests === undefined);

function readPictures(files) {
  const list = parsed(textOf(fileOf(files, 'pictures.json')), 'pictures.json');
  const isList =
    Array.isArray(list) &&
    list.every((each) => String(each?.file).startsWith('images/') && typeof each.image_id === 'string');
  must(isList, 'pictures.json is no list of pictures');
  const names = new Set(list.map(({ file }) => file));
  must(names.size === list.length, 'pictures.json names a file twice');
  for (const name of files.keys())
    must(
      !name.startsWith('images/') || names.has(name),
      `${name} is no recorded picture: pictures.json does not name it`,
    );
  return list;
}

const LISTS_PICTURES = 'atelier-dispute-file-3';

/** Each picture beside its id, and the id beside the digests that the piece's proven events hold. */
async function checkPictures(files, history, format) {
  const digests = recordedDigests(history);
  const count = [...files.keys()].filter((name) => name.startsWith('images/')).length;
  const isListed = files.has('pictures.json') || format === LISTS_PICTURES || (count > 0 && digests.size > 0);
  if (!isListed) return { recorded: 0, unproven: count, absent: 0 };
  const list = readPictures(files);
  const isOpen =
    history === undefined || history.proof.unsealed > 0 || history.proof.events.some(saysNoPictures);
  const found = new Set();
  let unproven = 0;
  for (const { file, image_id: id } of list) {
    const expected = sha256InId(id);
    const hash = hex(await sha256(fileOf(files, file)));
    const isSame = expected === undefined || expected === hash;
    must(isSame, `${file} is not the picture that was recorded`);
    const digest = base64url(await sha256(utf8(id)));
    const isProven = expected !== undefined && digests.has(digest);
    must(isProven || isOpen || id.length !== 65, `no event of the piece recorded ${file}`);
    if (isProven) found.add(digest);
    else unproven += 1;
  }
  return { recorded: list.length - unproven, unproven, absent: digests.size - found.size };
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
  const { format, files: listed, item } = parsed(textOf(manifest), 'manifest.json');
  must(typeof format === 'string' && Array.isArray(listed), 'manifest.json names no format and files');
  await checkListed(files, listed);
  const head = await openNote(textOf(fileOf(files, 'checkpoint.note')));
  const isOwn = head.origin === origin && head.size === BigInt(size) && hex(head.root) === hex(base64(root));
  must(isOwn, 'checkpoint.note is not the head that the manifest was signed with');
  const proof = files.get('proof.json');
  const history = proof && (await proveEvents(parsedProof(textOf(proof), 'proof.json'), openNote));
  const isOfPiece = history === undefined || item === undefined || history.proof.stream === `item-${item}`;
  must(isOfPiece, `proof.json is that of another piece than item ${item}`);
  const pictures = await checkPictures(files, history, format);
  return { format, count: listed.length, head, history, pictures };
}

const saySigned = ({ names }) =>
  `signed by the log and ${names.length} witnesses${names.length > 0 ? `: ${names.join(', ')}` : ''}`;

function sayHistory({ proof: { stream, events, unsealed = 0 }, isWhole, head }) {
  const count = events.length + unsealed;
  const lines = [
    `${stream}: ${events.length} of ${count} events proven in the log ${head.origin} of ${head.size} events`,
    saySigned(head),
    isWhole
      ? `every column of every event is what was recorded: ${Object.keys(WHOLE).length} columns of ${events.length} events`
      : `moments and kinds are what was recorded: columns of 0 of ${events.length} events are in the file`,
  ];
  if (unsealed > 0) lines.push(`the newest ${unsealed} were not sealed yet: they are not in the proof`);
  const shown = events.map(({ version, type, recorded_at: at }) => {
    return `${String(version).padStart(4)}  ${new Date(Number(at) / 1000).toISOString()}  ${type}`;
  });
  return [...lines, ...shown].join('\n');
}

function sayPictures({ recorded, unproven, absent }) {
  const lines = [];
  const all = recorded + unproven;
  if (recorded > 0) lines.push(`${recorded} of ${all} pictures are what the events recorded`);
  if (unproven > 0)
    lines.push(
      `${unproven} of ${all} pictures are named by no proven event: only the log's signature vouches for them`,
    );
  if (absent > 0) lines.push(`${absent} recorded pictures are not in the file`);
  return lines;
}

const sayArchive = ({ format, count, head, history, pictures }) =>
  [
    `${format}: ${count} files are what the log signed at ${head.size} events`,
    ...sayPictures(pictures),
    ...(history === undefined ? [saySigned(head), 'no proof.json: 0 events proven'] : [sayHistory(history)]),
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
  return sayHistory(await verifyProof(parsedProof(textOf(bytes), order.file), order));
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
