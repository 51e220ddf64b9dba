import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCanvas } from '@napi-rs/canvas';
import { dataOf, must } from '@atelier/api/testing-reply.ts';
import { Journey } from '@atelier/api/testing-journey.ts';
import type { PersonName } from '@atelier/api/testing-api.ts';
import { createRmaResponse } from '@atelier/domain/rma/deposit-schema.ts';
import { depositBody } from '@atelier/api/testing-bodies.ts';
import type { Call } from '@atelier/api/testing-people.ts';
import { ask } from './caller.ts';

/** What every word of a canary begins with, and every number. */
export const WORD = 'kanary';
export const DIGITS = '6990';

/** A person whose every detail can be told from all others'. */
export interface Canary {
  readonly rmaId: number;
  readonly itemId: number;
  readonly number: string;
  readonly customerRef: string;
  readonly words: readonly string[];
  /** Of the phone and of the strokes of the signature. */
  readonly digits: string;
  /** A stretch out of the middle of the photograph as it is kept. */
  readonly picture: Buffer;
}

const FIELDS = 'fleanrcmso';

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

interface Place {
  readonly url: string;
  readonly token: string;
  readonly call: Call;
  readonly sku: string;
}

/** Uploads noise as a photograph under a name of its own; answers its id and a stretch of the bytes that are kept. */
async function photograph({ url, token }: Place, name: string): Promise<{ id: string; picture: Buffer }> {
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
  const headers = { authorization: `Bearer ${token}` };
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

/** Deposits a piece, says things about it, and takes it home: repaired, or cancelled before it left. */
export async function makeCanary(place: Place, index: number): Promise<Canary> {
  const id = String(index).padStart(5, '0');
  const [first, last, email, address, file, receiver, comment, second, survey, owner] = [...FIELDS].map(
    (field) => `${WORD}${id}${field}`,
  );
  const digits = `${DIGITS}${id}`;
  const { id: image, picture } = await photograph(place, file ?? '');
  const head = {
    firstname: first,
    lastname: last,
    email: `${email}@canary.test`,
    phone: digits,
    address: `7 ${address} street`,
    receiver_name: `${receiver} ${owner}`,
    receiver_phone: `+33${digits}`,
  };
  const item = {
    product_sku: place.sku,
    images: [image],
    invoice_number: `PAPER-${id}`,
    exchange_survey: { reason: 'other', comment: `asks for ${survey}` },
  };
  const posted = await must(place.call('paris', 'POST', '/rma', depositBody(item, head)));
  const made = dataOf(createRmaResponse.shape.data, posted);
  const [piece] = made.items;
  if (piece === undefined) throw new Error('a deposit without a piece');
  await must(place.call('paris', 'POST', '/shopcomment', { id: piece.id, comment: `call ${comment}` }));
  await must(place.call('paris', 'POST', '/shopcomment', { id: piece.id, comment: `or ${second}` }));
  await takeHome(place, piece.id, Number(`0.${digits}`), index % 5 === 0);
  const words = [...FIELDS].map((field) => `${WORD}${id}${field}`);
  const customerRef = `rma-${made.id}`;
  return { rmaId: made.id, itemId: piece.id, number: piece.number, customerRef, words, digits, picture };
}

async function takeHome({ call }: Place, itemId: number, stroke: number, isRepaired: boolean): Promise<void> {
  const journey = new Journey(call, {});
  if (isRepaired) {
    await journey.send([itemId], `CIN-${itemId}`);
    await journey.scanTo('warehouse', itemId, 3, 4, 6, 12, 13);
    await journey.sendHome([itemId], `CBACK-${itemId}`);
    await journey.scanTo('paris', itemId, 15);
  } else await must(journey.move('paris', itemId, 20, { reason: 'changed their mind' }));
  const strokes = [
    [
      [stroke, 0.2],
      [0.4, stroke],
    ],
  ];
  const signed = await must(
    call('paris', 'POST', '/saveSign', { kind: 'pickup', rma_item_ids: [itemId], strokes }),
  );
  const data: unknown = signed.data;
  const signature_id =
    typeof data === 'object' && data !== null && 'signature_id' in data ? data.signature_id : '';
  await must(call('paris', 'POST', '/rma/handover', { rma_item_ids: [itemId], signature_id }));
}
