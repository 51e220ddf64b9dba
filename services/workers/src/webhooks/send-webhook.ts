import type { WebhookOutcome } from '@atelier/domain/webhooks/contract.ts';
import type { SendWindow } from '@atelier/application/shared/send-window.ts';
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { retryAfterMs } from '../jobs/retry-after.ts';
import { BlockedAddress, lookupOf } from './connect-to.ts';
import type { WebhookSettings } from './webhook-settings.ts';

export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of one attempt. */
export interface Answer {
  readonly outcome: WebhookOutcome;
  readonly status: number | null;
  readonly ms: number;
  /** How the answer began, or the code of what went wrong. */
  readonly answer: string;
  /** What the receiver asked us to wait. */
  readonly askedMs: number | null;
}

/** Bytes of an answer that are read; the rest is cut off. */
const MOST_BYTES = 1_024;
const KEPT_CHARACTERS = 200;

/** The window was over before the request left: the endpoint got nothing. */
class TooLate extends Error {}

/** Posts to an endpoint, bounded in time and size, following no redirect. undefined: too late, nothing left. Never throws. */
export async function sendWebhook(
  outgoing: Outgoing,
  { toLoopback, timeoutMs }: Pick<WebhookSettings, 'toLoopback' | 'timeoutMs'>,
  window: SendWindow,
): Promise<Answer | undefined> {
  const started = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const result = await post(outgoing, toLoopback, { signal, window });
    return { ...result, ms: Math.round(performance.now() - started) };
  } catch (error) {
    if (error instanceof TooLate) return undefined;
    return { ...failureOf(error, signal), ms: Math.round(performance.now() - started) };
  }
}

type Result = Omit<Answer, 'ms'>;

interface Limits {
  readonly signal: AbortSignal;
  readonly window: SendWindow;
}

async function post(
  { url: text, headers, body }: Outgoing,
  toLoopback: boolean,
  { signal, window }: Limits,
): Promise<Result> {
  const url = new URL(text);
  const lookup = await inTime(lookupOf(url, toLoopback), signal);
  const options = { method: 'POST', headers, lookup, signal, agent: false };
  const response = await respond(url, options, (request) => {
    if (window.isOver()) request.destroy(new TooLate());
    else request.end(body);
  });
  const status = response.statusCode ?? 0;
  const answer = await beginningOf(response);
  return { outcome: outcomeOf(status), status, answer, askedMs: retryAfterMs(headersOf(response)) };
}

/** An unresolved name must not outlast the attempt. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, late]);
}

/** Nothing is written before `onConnected`: name, connection and handshake may take long. */
function respond(
  url: URL,
  options: RequestOptions,
  onConnected: (request: ClientRequest) => void,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const start = isSecure ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = start(url, options, resolve).on('error', reject);
    request.once('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => onConnected(request));
    });
  });
}

/** What has come when the answer ends, is cut, or is long enough. The status counts, whatever becomes of the rest. */
function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const end = (): void => {
      response.destroy();
      resolve(plain(Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8')));
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MOST_BYTES) end();
    });
    for (const event of ['end', 'error', 'close']) response.on(event, end);
  });
}

const plain = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\uFFFD]+/gu, ' ')
    .trim()
    .slice(0, KEPT_CHARACTERS);

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const name of ['retry-after', 'date'] as const) {
    const value = response.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

function outcomeOf(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return 'taken';
  return status === 410 ? 'gone' : 'refused';
}

const CERTIFICATE = /CERT|SIGNED|SIGNATURE|ISSUER|ALTNAME/;

function failureOf(error: unknown, signal: AbortSignal): Result {
  const nothing = { status: null, askedMs: null };
  if (error instanceof BlockedAddress) return { ...nothing, outcome: 'blocked', answer: error.message };
  if (signal.aborted) return { ...nothing, outcome: 'timeout', answer: '' };
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return { ...nothing, outcome: CERTIFICATE.test(code) ? 'certificate' : 'unreachable', answer: code };
}
