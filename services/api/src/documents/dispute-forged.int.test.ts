import { seededRandom } from '@atelier/event-store/testing/writers.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { logKey, openDispute, signedAnew, textIn, type Dispute, type Files } from './testing-dispute.ts';
import { type ZipEntry, zipOf } from './zip.ts';

/** FLIPS=1000 OMISSIONS=200 for the whole run. */
const FLIPS = Number(process.env['FLIPS'] ?? 60);
const OMISSIONS = Number(process.env['OMISSIONS'] ?? 40);

interface Verifier {
  readonly Broken: new () => Error;
  readonly filesOfZip: (zip: Uint8Array) => Map<string, Uint8Array>;
  readonly verifyArchive: (files: Files, order: object) => Promise<{ history: { proof: Proof } }>;
  readonly verifyProof: (proof: unknown, order: object) => Promise<object>;
}

type Proof = z.output<typeof proofSchema>;
type Event = Proof['events'][number];
const proofSchema = z.looseObject({
  stream: z.string(),
  events: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
});

let dispute: Dispute;
let verifier: Verifier;
let files: Files;
beforeAll(async () => {
  const place = new URL('../../../../web/public/atelier-verify.mjs', import.meta.url).href;
  [dispute, verifier] = await Promise.all([openDispute(), import(place) as Promise<Verifier>]);
  files = verifier.filesOfZip(dispute.zip);
});
afterAll(() => dispute.calls.api.close());

const order = { keys: [logKey] };
const proofIn = (from: Files): Proof => proofSchema.parse(JSON.parse(textIn(from, 'proof.json')));
const verifyZip = async (zip: Uint8Array) => verifier.verifyArchive(verifier.filesOfZip(zip), order);
const zipWith = (changed: Files): Buffer => zipOf([...changed].map(([name, bytes]) => ({ name, bytes })));

/** With another proof, signed by the house itself, which has the log's key. */
const withProof = (proof: unknown): Files =>
  signedAnew(new Map([...files, ['proof.json', Buffer.from(`${JSON.stringify(proof, null, 1)}\n`)]]));

/** Why it is refused; undefined when it is not. Any other error than the verifier's own fails the test. */
async function refusal(verify: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await verify();
    return undefined;
  } catch (error) {
    if (!(error instanceof verifier.Broken)) throw error;
    return error.message;
  }
}

const without = <T extends object>(from: T, name: string): object =>
  Object.fromEntries(Object.entries(from).filter(([own]) => own !== name));

/** Recomputes each event's hash over its present content; this needs no key. */
function rehashed({ stream, events }: Proof): readonly Event[] {
  let previous = Buffer.of();
  return events.map((event) => {
    const names = ['position', 'recorded_at', 'version', 'schema_version', 'event_id'];
    const columns = [
      ...names.map((name) => event[name]),
      stream,
      event['type'],
      event['data'],
      event['metadata'],
    ];
    previous = createHash('sha256').update(previous).update(columns.join('\n')).digest();
    return { ...event, hash: previous.toString('hex') };
  });
}

/** Data of every event but one made up, and their leaves and proofs left out. */
function forged(proof: Proof, kept: number): object {
  const madeUp = proof.events.map((event, place) =>
    place < kept ? event : { ...event, data: '{"forged": true}' },
  );
  const events = rehashed({ ...proof, events: madeUp }).map((event, place) =>
    place === kept - 1 ? { ...proof.events[place] } : without(without(event, 'leaf'), 'proof'),
  );
  return { ...proof, events };
}

type Pick = (count: number) => number;
const linesWithout = (text: string, place: number): string =>
  text
    .split('\n')
    .filter((_, line) => line !== place)
    .join('\n');

/** Ways to leave something out; each answers what it left out and what is verified then. */
const OMIT: readonly ((pick: Pick) => readonly [string, () => Promise<unknown>])[] = [
  (pick) => {
    const names = [...files.keys()];
    const name = names[pick(names.length)] ?? '';
    const rest = new Map([...files].filter(([own]) => own !== name));
    return [name, () => verifyZip(zipWith(rest))];
  },
  (pick) => {
    const proof = proofIn(files);
    const place = pick(proof.events.length);
    const names = Object.keys(proof.events[place] ?? {});
    const name = names[pick(names.length)] ?? '';
    const events = proof.events.map((event, at) => (at === place ? without(event, name) : event));
    return [`${name} of event ${place + 1}`, () => verifyZip(zipWith(withProof({ ...proof, events })))];
  },
  (pick) => {
    const proof = proofIn(files);
    const name = ['format', 'stream', 'events'][pick(3)] ?? '';
    return [name, () => verifier.verifyProof(without(proof, name), order)];
  },
  (pick) => {
    const proof = proofIn(files);
    const kept = 1 + pick(proof.events.length - 1);
    return [`all proofs but ${kept}`, () => verifyZip(zipWith(withProof(forged(proof, kept))))];
  },
  (pick) => {
    const proof = proofIn(files);
    const place = pick(proof.events.length - 1);
    const events = proof.events.filter((_, at) => at !== place);
    return [`event ${place + 1}`, () => verifier.verifyProof({ ...proof, events }, order)];
  },
  (pick) => {
    const name = ['manifest.note', 'checkpoint.note'][pick(2)] ?? '';
    const text = textIn(files, name);
    const place = pick(text.split('\n').length - 1);
    const cut = new Map([...files, [name, Buffer.from(linesWithout(text, place))]]);
    return [`line ${place + 1} of ${name}`, () => verifyZip(zipWith(cut))];
  },
];

describe('a dispute file that was changed', () => {
  it('counts what is proven of the whole one', async () => {
    const { history } = await verifyZip(dispute.zip);
    expect(history.proof.events.length).toBeGreaterThan(2);
    expect(await refusal(() => verifyZip(zipWith(withProof(proofIn(files)))))).toBeUndefined();
  });

  it(`is refused with any one bit flipped: ${FLIPS} of them`, async () => {
    const random = seededRandom(28);
    const headers = bytesOutside(dispute.zip);
    const kept: string[] = [];
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const place = Math.floor(random() * dispute.zip.length);
      // Every other one hits what is no file's content: headers, names, the list.
      const at = flip % 2 === 0 ? place : (headers[Math.floor(random() * headers.length)] ?? 0);
      const zip = Buffer.from(dispute.zip);
      zip[at] = (zip[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      if ((await refusal(() => verifyZip(zip))) === undefined) kept.push(`byte ${at}`);
    }
    expect(kept).toEqual([]);
  });

  it(`is refused with anything left out that was proven: ${OMISSIONS} of them`, async () => {
    const random = seededRandom(29);
    const kept: string[] = [];
    for (let omission = 0; omission < OMISSIONS; omission += 1) {
      const omit = OMIT[omission % OMIT.length];
      const [name, verify] = omit?.((count) => Math.floor(random() * count)) ?? ['', () => Promise.resolve()];
      if ((await refusal(verify)) === undefined) kept.push(name);
    }
    expect(kept).toEqual([]);
  });
});

/** Places of all bytes that are in no file. */
function bytesOutside(zip: Buffer): readonly number[] {
  const inside = new Set<number>();
  for (const bytes of files.values()) {
    const from = bytes.byteOffset - zip.byteOffset;
    for (let at = from; at < from + bytes.length; at += 1) inside.add(at);
  }
  return Array.from(zip.keys()).filter((at) => !inside.has(at));
}

describe('an archive that programs unpack differently', () => {
  const entries = () => [...files].map(([name, bytes]) => ({ name, bytes }));
  const other = { name: 'history.json', bytes: Buffer.from('[]') };
  const central = (zip: Buffer, name: string) => zip.lastIndexOf(name) - 46;
  /** No program writes a name twice: it is written over one of the same length. */
  const twice = (list: readonly ZipEntry[]) =>
    Buffer.from(zipOf(list).toString('latin1').replaceAll('another.json', other.name), 'latin1');
  const another = { ...other, name: 'another.json' };

  it.each<[string, () => Buffer, string]>([
    ['a file twice', () => twice([...entries(), another]), 'names history.json twice'],
    ['a file twice, the first another', () => twice([another, ...entries()]), 'names history.json twice'],
    ['the same name in capitals', () => zipOf([...entries(), { ...other, name: 'HISTORY.json' }]), 'twice'],
    [
      'a way out of its folder',
      () => zipOf([...entries(), { ...other, name: '../x' }]),
      'is no name of a file',
    ],
    [
      'another name in its own header',
      () => {
        const zip = zipOf(entries());
        zip.write('other', zip.readUInt32LE(central(zip, 'piece.json') + 42) + 30, 'ascii');
        return zip;
      },
      'do not say the same',
    ],
    [
      'another size in its list',
      () => {
        const zip = zipOf(entries());
        const at = central(zip, 'piece.json') + 20;
        zip.writeUInt32LE(zip.readUInt32LE(at) - 1, at);
        return zip;
      },
      'do not say the same',
    ],
    [
      'bytes before the first file',
      () => Buffer.concat([Buffer.from('PK'), zipOf(entries())]),
      'the end of the archive is broken',
    ],
    ['a comment', () => Buffer.concat([zipOf(entries()), Buffer.from('PK')]), 'longer than it says'],
    [
      'a file that its list leaves out',
      () => {
        const [last, rest] = [zipOf([other]), zipOf(entries())];
        return Buffer.concat([last.subarray(0, 30 + 12 + 2), rest]);
      },
      'the end of the archive is broken',
    ],
  ])('is refused: %s', async (_, zip, sentence) => {
    expect(await refusal(() => verifyZip(zip()))).toContain(sentence);
  });
});

describe('a proof', () => {
  it.each<[string, (proof: Proof) => object, string]>([
    ['proofs of all events but the first left out', (proof) => forged(proof, 1), 'has no leaf'],
    [
      'one data left out',
      (proof) => ({
        ...proof,
        events: proof.events.map((event, at) => (at === 0 ? event : without(event, 'data'))),
      }),
      'has no data',
    ],
    [
      'columns beside what a customer’s proof says',
      (proof) => ({ ...proof, events: proof.events.map((event) => ({ ...event, step: 1 })) }),
      'nothing proves the',
    ],
    [
      'a column that the log does not have',
      (proof) => ({ ...proof, events: proof.events.map((event) => ({ ...event, fee: '0' })) }),
      'nothing proves the fee',
    ],
    ['no event', (proof) => ({ ...proof, events: [] }), 'no event of the file is sealed'],
    ['another piece', (proof) => ({ ...proof, stream: 'item-999999' }), 'was changed'],
  ])('with %s is refused', async (_, change, sentence) => {
    const changed = change(proofIn(files));
    expect(await refusal(() => verifyZip(zipWith(withProof(changed))))).toContain(sentence);
    expect(await refusal(() => verifier.verifyProof(changed, order))).toContain(sentence);
  });

  it('in which a name stands twice is refused: other programs read the first', async () => {
    const text = textIn(files, 'proof.json').replace('"data": ', '"data": "{}",\n   "data": ');
    const twice = signedAnew(new Map([...files, ['proof.json', Buffer.from(text)]]));
    expect(await refusal(() => verifyZip(zipWith(twice)))).toContain('stands in it twice');
  });

  it('of another piece is refused in an archive, also with a valid signature', async () => {
    const manifest = textIn(files, 'manifest.json').replace(`"item": ${dispute.itemId}`, '"item": 999999');
    const other = signedAnew(new Map([...files, ['manifest.json', Buffer.from(manifest)]]));
    expect(await refusal(() => verifyZip(zipWith(other)))).toContain('another piece');
  });
});
