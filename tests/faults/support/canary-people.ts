import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCanvas } from '@napi-rs/canvas';
import { Journey } from '@atelier/api/testing/testing-journey.ts';
import type { PersonName } from '@atelier/api/testing/testing-api.ts';
import type { Call } from '@atelier/api/testing/testing-people.ts';
import { ask } from './caller.ts';
import { FLOWS, type CanaryStage } from './canary-flows.ts';

/** What every word of a canary begins with, and every number. */
export const WORD = 'kanary';
export const DIGITS = '6990';

/** What one person says and what is said of them: a word for each field, none of them used twice. */
export interface Sayings {
  readonly say: (field: string) => string;
  readonly words: readonly string[];
}

/** A person whose every detail differs from all others'. */
export interface Canary extends Sayings {
  readonly rmaId: number;
  readonly itemId: number;
  readonly number: string;
  readonly customerRef: string;
  /** Of the phone and of the strokes of the signature. */
  readonly digits: string;
  /** A stretch out of the middle of the photograph as it is kept. */
  readonly picture: Buffer;
}

/** Calls in people's names, over HTTP. */
export function callsOn(url: string, tokens: ReadonlyMap<PersonName, string>): Call {
  return async (who, method, path, payload) => {
    if (method === 'DELETE') throw new Error('nothing is deleted here');
    const call = { method, path, ...(payload && { body: payload }) };
    const answer = await ask(url, tokens.get(who) ?? '', call);
    const body = { ...answer.body, status: answer.status };
    return { status: answer.status, body, code: body.code, data: body.data, etag: '' };
  };
}

interface Place extends Pick<CanaryStage, 'call' | 'other' | 'sku' | 'answerFee'> {
  readonly url: string;
  readonly tokens: ReadonlyMap<PersonName, string>;
}

/** Uploads noise as a photograph under a new name; returns its id and a stretch of the bytes that are kept. */
async function photograph(
  { url, tokens }: Place,
  name: string,
  who: PersonName = 'paris',
): Promise<{ id: string; picture: Buffer }> {
  const canvas = createCanvas(64, 64);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(64, 64);
  pixels.data.set(randomBytes(pixels.data.length));
  context.putImageData(pixels, 0, 0);
  const body = new FormData();
  body.append(
    'file',
    new Blob([new Uint8Array(await canvas.encode('png'))], { type: 'image/png' }),
    `${name}.png`,
  );
  const headers = { authorization: `Bearer ${tokens.get(who)}` };
  const answer = await patiently(() => fetch(`${url}/api/upload/img`, { method: 'POST', headers, body }));
  const { data }: { data: { image_id: string } } = JSON.parse(await answer.text());
  const kept = await fetch(`${url}/api/image/${data.image_id}`, { headers });
  const bytes = Buffer.from(await kept.arrayBuffer());
  const middle = bytes.length >> 1;
  return { id: data.image_id, picture: bytes.subarray(middle, middle + 64) };
}

/** A thousand pictures come faster than a session may send them: then as long as the answer says is waited. */
async function patiently(send: () => Promise<Response>): Promise<Response> {
  const answer = await send();
  if (answer.status !== 429) return answer;
  await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1));
  return patiently(send);
}

export function sayingsOf(index: number): Sayings {
  const words = new Set<string>();
  const say = (field: string): string => {
    const word = `${WORD}${numberOf(index)}${field}`;
    words.add(word);
    return word;
  };
  return {
    say,
    get words() {
      return [...words];
    },
  };
}

const numberOf = (index: number): string => String(index).padStart(5, '0');
const digitsOf = (index: number): string => `${DIGITS}${numberOf(index)}`;

/** Every third person is known to the register. */
const REGISTERED = 3;
const customerIdOf = (index: number): number | undefined =>
  index % REGISTERED === 0 ? 700_000 + index : undefined;

/** The register's file with those of so many people whom it knows. */
export function registerOf(people: readonly Sayings[]): string {
  const lines = people.flatMap(({ say }, index) => {
    const id = customerIdOf(index);
    if (id === undefined) return [];
    const own = [say('regfirst'), say('reglast'), `${say('regmail')}@canary.test`, '33', digitsOf(index)];
    return [
      [
        id,
        ...own,
        'true',
        'fr',
        'FR',
        '',
        '',
        say('regpost').slice(0, 20),
        `7 ${say('regstreet')}`,
        'PAR',
      ].join(','),
    ];
  });
  const columns =
    'id,firstname,lastname,email,phone_code,phone,phone_is_from_crm,language,country,province_id,city_id,postal_code,address,home_store';
  return [columns, ...lines].join('\n');
}

/** One person's piece goes one of the ways, until its customer may be erased. */
export async function makeCanary(place: Place, index: number, said: Sayings): Promise<Canary> {
  const { say } = said;
  const digits = digitsOf(index);
  const { id: image, picture } = await photograph(place, say('file'));
  const customer_id = customerIdOf(index);
  const head = {
    firstname: say('first'),
    lastname: say('last'),
    email: `${say('mail')}@canary.test`,
    phone: digits,
    address: `7 ${say('address')} street`,
    province: say('province'),
    city: say('city'),
    receiver_name: `${say('receiver')} ${say('owner')}`,
    receiver_phone: `+33${digits}`,
  };
  const refOf = (rmaId: number): string =>
    customer_id === undefined ? `rma-${rmaId}` : `customer-${customer_id}`;
  const stroke = Number(`0.${digits}`);
  const strokes = [
    [
      [stroke, 0.2],
      [0.4, stroke],
    ],
  ];
  let next: string | undefined = image;
  const pictureFor = async (who: PersonName = 'paris'): Promise<string> => {
    const first = who === 'paris' ? next : undefined;
    if (first !== undefined) next = undefined;
    return first ?? (await photograph(place, say('file'), who)).id;
  };
  const known = customer_id === undefined ? {} : { customer_id };
  const stage = { ...place, say, head, known, strokes, refOf, picture: pictureFor };
  const flow = FLOWS[Math.floor(index / 2) % FLOWS.length];
  if (flow === undefined) throw new Error('there are no ways to go');
  const { rmaId, itemId, number } = await flow(stage, new Journey(place.call, {}));
  return {
    rmaId,
    itemId,
    number,
    customerRef: refOf(rmaId),
    say,
    digits,
    picture,
    get words() {
      return said.words;
    },
  };
}
