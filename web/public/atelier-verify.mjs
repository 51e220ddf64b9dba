#!/usr/bin/env node
/**
 * Verifies a proof of a piece's history without Atelier: one file, Node 20 or newer, nothing to install, no network.
 *
 *   node atelier-verify.mjs item-1000.atelier-proof.json --key LOG_KEY [--witness KEY]… [--quorum 2]
 *
 * LOG_KEY and the witnesses' keys are texts of the form NAME+ID+KEY. Take them from somebody you trust, not from the
 * file itself. Ends with 0 when everything holds, with 1 and a sentence when something does not.
 *
 * What is checked, written from RFC 6962 and the C2SP texts signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof:
 *   1. each event's hash, from all of its columns and the hash of the event before it in the piece's history;
 *   2. that the leaf names this event: position, stream, version, hash, moment, type;
 *   3. the path from the leaf to the root of the tree over the whole log;
 *   4. the log's signature under the root, and the signatures of as many witnesses as --quorum asks for.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

class Broken extends Error {}

function must(holds, sentence) {
  if (!holds) throw new Broken(sentence);
}

/** NAME+ID+KEY: the key is base64 of a byte for its use (1 log, 4 witness) and 32 bytes of Ed25519. */
function readKey(text) {
  const [name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(text)?.slice(1) ?? [];
  must(encoded !== undefined, `"${text}" is no key: NAME+ID+KEY`);
  const bytes = Buffer.from(encoded, 'base64');
  must(bytes.length === 33, `the key of ${name} is not 33 bytes long`);
  must(
    sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex') === id,
    `the id of the key of ${name} is not its own`,
  );
  const x = bytes.subarray(1).toString('base64url');
  return {
    name,
    id,
    use: bytes[0],
    key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  };
}

/** Text, empty line, lines of signatures. */
function readNote(note) {
  const cut = note.lastIndexOf('\n\n');
  must(cut > 0 && note.endsWith('\n'), 'the checkpoint is no signed note');
  const lines = note
    .slice(cut + 2)
    .split('\n')
    .slice(0, -1);
  const signatures = lines.map((line) => {
    const [, name, encoded] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
    must(name !== undefined, 'a line under the checkpoint is no signature');
    const bytes = Buffer.from(encoded, 'base64');
    return { name, id: bytes.subarray(0, 4).toString('hex'), bytes: bytes.subarray(4) };
  });
  return { text: note.slice(0, cut + 1), signatures };
}

const signedBy = (signatures, { name, id }) => signatures.filter((own) => own.name === name && own.id === id);

function checkLogSignature({ text, signatures }, keys) {
  const own = keys.flatMap((key) => signedBy(signatures, key).map((signature) => [key, signature]));
  must(own.length > 0, 'the checkpoint is not signed by the key of the log');
  for (const [{ name, key }, { bytes }] of own)
    must(verify(null, Buffer.from(text), key, bytes), `the signature of ${name} does not fit the checkpoint`);
}

/** Names of the witnesses that signed, with the moment: eight bytes of seconds before the signature. */
function readCosignatures({ text, signatures }, witnesses) {
  return witnesses.flatMap((witness) =>
    signedBy(signatures, witness).map(({ bytes }) => {
      const seconds = bytes.readBigUInt64BE(0);
      const signed = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
      must(
        verify(null, signed, witness.key, bytes.subarray(8)),
        `the signature of ${witness.name} does not fit`,
      );
      return { name: witness.name, at: new Date(Number(seconds) * 1000).toISOString() };
    }),
  );
}

/** Index, path and checkpoint. */
function readProof(proof) {
  const cut = proof.indexOf('\n\n');
  const [heading, ...lines] = proof.slice(0, cut).split('\n');
  must(heading === 'c2sp.org/tlog-proof@v1', 'the proof is none of the kind c2sp.org/tlog-proof@v1');
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const index = /^index (0|[1-9]\d*)$/.exec(lines.shift() ?? '')?.[1];
  must(index !== undefined, 'the proof names no index');
  return {
    index: BigInt(index),
    path: lines.map((line) => Buffer.from(line, 'base64')),
    note: proof.slice(cut + 2),
  };
}

function readHead(text) {
  const [origin, size, root] = text.split('\n');
  return { origin, size: BigInt(size), root: Buffer.from(root, 'base64') };
}

/** From the leaf upwards, by the bits of its index and of the last leaf's (RFC 9162 §2.1.3.2 says it so). */
function rootFrom(leaf, index, size, path) {
  let [at, last, hash] = [index, size - 1n, sha256(Buffer.of(0), leaf)];
  must(at <= last, 'the index lies beyond the tree');
  for (const sibling of path) {
    must(last > 0n, 'the path is longer than the tree is high');
    if (at % 2n === 1n || at === last) {
      hash = sha256(Buffer.of(1), sibling, hash);
      while (at % 2n === 0n && at !== 0n) [at, last] = [at / 2n, last / 2n];
    } else hash = sha256(Buffer.of(1), hash, sibling);
    [at, last] = [at / 2n, last / 2n];
  }
  must(last === 0n, 'the path is shorter than the tree is high');
  return hash;
}

/** The hash of an event: that of the one before it in its stream, then its columns, a line each. */
function eventHash(previous, stream, event) {
  const columns = [
    event.position,
    event.recorded_at,
    event.version,
    event.schema_version,
    event.event_id,
    stream,
    event.type,
  ];
  return sha256(previous, [...columns, event.data, event.metadata].join('\n'));
}

function checkChain({ stream, events }) {
  let previous = Buffer.alloc(0);
  for (const [place, event] of events.entries()) {
    must(event.version === place + 1, `version ${place + 1} of ${stream} is missing`);
    previous = eventHash(previous, stream, event);
    must(previous.toString('hex') === event.hash, `the event at position ${event.position} was changed`);
  }
}

/** The leaf names the event; of a proof without columns, it is all that is known of it. */
function checkLeaf(stream, event, leaf) {
  const [heading, position, of, version, hash, recordedAt, kind] = leaf.split('\n');
  const said = [heading, position, of, version, hash, recordedAt, kind.split(' ')[0]].join('\n');
  const own = [
    'atelier event v1',
    event.position,
    stream,
    event.version,
    event.hash,
    event.recorded_at,
    event.type,
  ].join('\n');
  must(said === own, `the leaf at position ${event.position} is that of another event`);
}

function checkProof({ leaf, proof, position }, keys, witnesses) {
  const { index, path, note } = readProof(proof);
  const parsed = readNote(note);
  const head = readHead(parsed.text);
  checkLogSignature(parsed, keys);
  const root = rootFrom(Buffer.from(leaf), index, head.size, path);
  must(
    root.equals(head.root),
    `the tree of ${head.size} events does not hold the event at position ${position}`,
  );
  return { head, cosigned: readCosignatures(parsed, witnesses) };
}

function readOrder(args) {
  const order = { file: undefined, keys: [], witnesses: [], quorum: undefined };
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '--key') order.keys.push(readKey(args[(at += 1)] ?? ''));
    else if (args[at] === '--witness') order.witnesses.push(readKey(args[(at += 1)] ?? ''));
    else if (args[at] === '--quorum') order.quorum = Number(args[(at += 1)]);
    else order.file = args[at];
  }
  const usage = 'node atelier-verify.mjs FILE --key LOG_KEY [--witness KEY]… [--quorum N]';
  must(order.file !== undefined && order.keys.length > 0, usage);
  return { ...order, quorum: order.quorum ?? order.witnesses.length };
}

function checkFile({ file, keys, witnesses, quorum }) {
  const proof = JSON.parse(readFileSync(file, 'utf8'));
  must(proof.format === 'atelier-proof v1', 'the file is no proof of the format atelier-proof v1');
  // A customer's proof shows moments and kinds of events, not what they say: it has leaves, no columns.
  const isWhole = proof.events.every((event) => event.data !== undefined);
  if (isWhole) checkChain(proof);
  const proven = proof.events.filter((event) => event.proof !== undefined);
  must(proven.length > 0, 'no event of the file is sealed yet');
  for (const event of proven) {
    checkLeaf(proof.stream, event, event.leaf);
    const { head, cosigned } = checkProof(event, keys, witnesses);
    const names = new Set(cosigned.map(({ name }) => name));
    must(names.size >= quorum, `${names.size} of ${quorum} witnesses signed the tree of ${head.size} events`);
    event.shown = { head, names };
  }
  return { proof, proven, isWhole };
}

try {
  const { proof, proven, isWhole } = checkFile(readOrder(process.argv.slice(2)));
  const { head, names } = proven.at(-1).shown;
  console.log(
    `${proof.stream}: ${proven.length} of ${proof.events.length} events proven in the log ${head.origin} of ${head.size} events`,
  );
  console.log(
    `signed by the log and ${names.size} witnesses${names.size > 0 ? `: ${[...names].join(', ')}` : ''}`,
  );
  console.log(
    isWhole ? 'every column of every event is what was recorded' : 'moments and kinds are what was recorded',
  );
  if (proven.length < proof.events.length) console.log('the newest events are not sealed yet');
  for (const { version, type, recorded_at: at } of proven)
    console.log(`${String(version).padStart(4)}  ${new Date(Number(at) / 1000).toISOString()}  ${type}`);
} catch (error) {
  if (!(error instanceof Broken)) throw error;
  console.error(`NOT PROVEN: ${error.message}`);
  process.exitCode = 1;
}
