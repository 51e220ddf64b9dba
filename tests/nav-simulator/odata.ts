import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash, randomUUID } from 'node:crypto';

/** The words of OData v4 as Business Central speaks them. */

const LARGEST_BODY = 4_000_000;

export function sendJson(response: ServerResponse, status: number, body: object, headers = {}): void {
  if (response.destroyed || response.writableEnded) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; odata.metadata=minimal; odata.streaming=true; charset=utf-8',
    'odata-version': '4.0',
    'content-length': Buffer.byteLength(text),
    'request-id': randomUUID(),
    ...headers,
  });
  response.end(text);
}

/** Errors carry a code, and a message that ends in a correlation id. */
export function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers = {},
): void {
  const error = { code, message: `${message}  CorrelationId:  ${randomUUID()}.` };
  sendJson(response, status, { error }, headers);
}

export function etagOf(entity: object): string {
  const hash = createHash('sha256').update(JSON.stringify(entity)).digest('base64');
  return `W/"${hash.slice(0, 27)}"`;
}

/** `$filter=field eq 'text'`, with quotes doubled inside; undefined for another filter. */
export function equalsFilter(filter: string, field: string): string | undefined {
  const [, name, text] = /^\s*(\w+)\s+eq\s+'((?:[^']|'')*)'\s*$/.exec(filter) ?? [];
  return name === field && text !== undefined ? text.replaceAll("''", "'") : undefined;
}

/** @throws SyntaxError on what is no JSON, RangeError on what is too large */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size > LARGEST_BODY) throw new RangeError('the body is too large');
    parts.push(part);
  }
  return parts.length === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/** Whether the call carries the token: as a bearer, or as the password of basic authentication (user, web service key). */
export function isAuthorised(request: IncomingMessage, token: string): boolean {
  const given = request.headers.authorization ?? '';
  if (given === `Bearer ${token}`) return true;
  if (!given.startsWith('Basic ')) return false;
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(given.slice(6), 'base64').toString('utf8')) ?? [];
  return password === token;
}
