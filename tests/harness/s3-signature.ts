import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const SKEW_MS = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Uint8Array | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** S3's name for what is wrong with a request's signature (AWS Signature Version 4, in the header); undefined when nothing is. */
export function signatureFault(request: IncomingMessage, body: Buffer, keys: S3Keys): string | undefined {
  const found = AUTHORIZATION.exec(request.headers.authorization ?? '');
  if (found === null) return 'AccessDenied';
  const [, id = '', day = '', region = '', names = '', signature = ''] = found;
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const date = header(request, 'x-amz-date');
  if (!date.startsWith(day) || Math.abs(Date.now() - timeOf(date)) > SKEW_MS) return 'RequestTimeTooSkewed';
  const payload = header(request, 'x-amz-content-sha256');
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical(request, names, payload))}`;
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${keys.secretAccessKey}`, day));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
    ? undefined
    : 'SignatureDoesNotMatch';
}

function canonical(request: IncomingMessage, names: string, payload: string): string {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const query = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .toSorted()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${header(request, name).trim()}\n`);
  return [request.method, pathname, query, headers.join(''), names, payload].join('\n');
}

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '');

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
