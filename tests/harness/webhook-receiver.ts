import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One call as a receiver got it. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came, byte by byte: this is what is signed. */
  readonly body: string;
  readonly payload: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, number>>;
  };
}

/** What a receiver does with a call: a status, a whole answer, or to take it and never answer. */
export type Reply =
  | number
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'silence'
  | 'cut';

/** A receiver of webhooks on loopback that remembers what came, in that order. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: () => readonly ReceivedWebhook[];
  /** What it does from now on. */
  readonly reply: (as: (webhook: ReceivedWebhook, count: number) => Reply) => void;
  readonly close: () => Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let reply: (webhook: ReceivedWebhook, count: number) => Reply = () => 204;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { headers, url: path = '' } = request;
      const webhook = { id: String(headers['webhook-id']), path, headers, body, payload: JSON.parse(body) };
      received.push(webhook);
      const as = reply(webhook, received.length);
      if (as === 'silence') return;
      if (as === 'cut') return void request.socket.destroy();
      const answer = typeof as === 'number' ? { status: as } : as;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received: () => received,
    reply: (as) => void (reply = as),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** How an ed25519 key in SPKI begins; the 32 bytes of the key follow. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const TOLERANCE_S = 300;

/**
 * Verifies a webhook as Standard Webhooks 1.0.0 has it, written from that text and from nothing of the product: any of the
 * signatures `v1a,…` over `id.timestamp.body` fits the key `whpk_…`, and the time is within five minutes.
 */
export function isGenuine(
  { headers, body }: Pick<ReceivedWebhook, 'headers' | 'body'>,
  publicKey: string,
): boolean {
  const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']].map(String);
  if (!/^\d+$/.test(time ?? '') || Math.abs(Date.now() / 1_000 - Number(time)) > TOLERANCE_S) return false;
  const raw = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64');
  const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
  const content = Buffer.from(`${id}.${time}.${body}`);
  const signatures = String(headers['webhook-signature']).split(' ');
  return signatures.some((each) => {
    const [version, signature = ''] = each.split(',');
    return version === 'v1a' && verify(null, content, key, Buffer.from(signature, 'base64'));
  });
}
