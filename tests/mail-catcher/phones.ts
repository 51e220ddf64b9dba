import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { isSignedNow, signatureOf } from '@atelier/application/shared/webhook-signature.ts';

/** A text to a phone, as the gateway took it. */
export interface CaughtText {
  readonly id: string;
  readonly channel: string;
  readonly to: string;
  readonly text: string;
  readonly at: string;
  /** How often this id came. */
  times: number;
}

/** What a person types on their phone. */
export interface WrittenText {
  readonly from: string;
  readonly text: string;
  readonly channel?: string;
  /** Of the gateway; the same twice is a repeated delivery. */
  readonly id?: string;
}

export interface Phones {
  /** The newest last, each id once. */
  readonly texts: () => readonly CaughtText[];
  /** The status that the gateway answers its next texts with. */
  answer: number;
  /** A text of a customer as it is signed: what `POST /api/messages/inbound` receives. */
  readonly signed: (text: WrittenText) => {
    readonly headers: Record<string, string>;
    readonly payload: string;
  };
  /** Hands a text of a customer over; the status that the system answers. */
  readonly write: (text: WrittenText) => Promise<number>;
  /** Takes `POST /texts` from the system and `POST /write` from the page; false = another address. */
  readonly take: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Texts kept; the oldest is dropped first. */
const MOST = 500;
const MOST_BYTES = 65_536;

/** A gateway to phones that keeps every text in memory and passes nothing on, and writes as the people who own them. */
export function openPhones({ secret, inboundUrl }: { secret: string; inboundUrl: string }): Phones {
  const kept = new Map<string, CaughtText>();
  const signed: Phones['signed'] = ({ from, text, channel = 'sms', id = randomUUID() }) => {
    const payload = JSON.stringify({ type: 'message', channel, from, text });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatureOf(secret, { id, timestamp, body: payload }),
    };
    return { headers, payload };
  };
  const write: Phones['write'] = async (text) => {
    const { headers, payload } = signed(text);
    return (await fetch(inboundUrl, { method: 'POST', headers, body: payload })).status;
  };
  const receive = (request: IncomingMessage, body: string): number => {
    const header = (name: string) => String(request.headers[name] ?? '');
    const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
    const call = { id: id ?? '', timestamp: timestamp ?? '', signature: signature ?? '', body };
    if (!isSignedNow(secret, call, new Date())) return 401;
    if (phones.answer >= 300) return phones.answer;
    keep(call.id, body);
    return phones.answer;
  };
  const keep = (id: string, body: string): void => {
    const before = kept.get(id);
    if (before !== undefined) {
      before.times += 1;
      return;
    }
    const { channel, to, text }: Record<'channel' | 'to' | 'text', string> = JSON.parse(body);
    kept.set(id, { id, channel, to, text, at: new Date().toISOString(), times: 1 });
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
  };
  const phones: Phones = {
    texts: () => [...kept.values()],
    answer: 204,
    signed,
    write,
    take: (request, response) => {
      if (request.method !== 'POST') return false;
      void bodyOf(request).then(async (body) => {
        if (request.url === '/texts') return response.writeHead(receive(request, body)).end();
        const form = new URLSearchParams(body);
        await write({ from: form.get('from') ?? '', text: form.get('text') ?? '' });
        return response.writeHead(303, { location: '/' }).end();
      });
      return true;
    },
  };
  return phones;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes <= MOST_BYTES) parts.push(buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

export interface PhoneGateway extends Phones {
  /** For MESSAGE_WEBHOOK_URL. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The same at a separate port, for tests. */
export async function startPhoneGateway(secret: string): Promise<PhoneGateway> {
  const phones = openPhones({ secret, inboundUrl: '' });
  const server = createServer((request, response) => {
    if (!phones.take(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has an address
  const { port } = server.address() as AddressInfo;
  return Object.assign(phones, {
    url: `http://127.0.0.1:${port}/texts`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}
