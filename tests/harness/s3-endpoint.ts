import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { signatureFault, type S3Keys } from './s3-signature.ts';

/**
 * A storage that speaks S3, for tests: every request must be signed rightly, parts must be large enough, named with their tags and in
 * order, lists come in pages, and it fails when it should.
 */
export interface S3Endpoint {
  readonly url: string;
  readonly bucket: string;
  /** What lies there, by key. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Keys of uploads that were neither ended nor given up. */
  readonly unfinished: () => readonly string[];
  /** The next so many requests of this method are refused, with 503 and `SlowDown` unless it is said otherwise. */
  readonly refuseNext: (method: string, count: number, status?: number, code?: string) => void;
  /** The next responses with an object end after so many bytes, each, and the connection with them. */
  readonly cutNextReads: (...bytes: readonly number[]) => void;
  /** The connection of the next write is cut before it is answered. */
  readonly cutNextWrite: () => void;
  readonly requests: () => number;
  /** What the client's environment must say. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const BUCKET = 'atelier-backups';
const LEAST_PART = 5 * 1024 * 1024;

interface Uploading {
  readonly key: string;
  readonly begun: Date;
  readonly parts: Map<number, Buffer>;
}

interface State {
  readonly objects: Map<string, Buffer>;
  readonly uploads: Map<string, Uploading>;
  readonly pageSize: number;
  refusals: { method: string; count: number; status: number; code: string };
  readCuts: number[];
  cutsWrite: boolean;
  requests: number;
}

/** Listens on loopback until `close`. */
export async function startS3Endpoint(pageSize = 3): Promise<S3Endpoint> {
  const keys: S3Keys = { accessKeyId: 'atelier-test', secretAccessKey: randomUUID() };
  const state: State = {
    objects: new Map(),
    uploads: new Map(),
    pageSize,
    refusals: { method: '', count: 0, status: 503, code: '' },
    readCuts: [],
    cutsWrite: false,
    requests: 0,
  };
  const server = createServer((request, response) => void serve(request, response, state, keys));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;
  return {
    url,
    bucket: BUCKET,
    objects: state.objects,
    unfinished: () => [...state.uploads.values()].map(({ key }) => key),
    refuseNext: (method, count, status = 503, code = 'SlowDown') =>
      (state.refusals = { method, count, status, code }),
    cutNextReads: (...bytes) => (state.readCuts = [...bytes]),
    cutNextWrite: () => (state.cutsWrite = true),
    requests: () => state.requests,
    env: {
      AWS_ENDPOINT_URL_S3: url,
      AWS_REGION: 'eu-west-3',
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  state: State,
  keys: S3Keys,
): Promise<void> {
  state.requests += 1;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return;
  }
  const body = Buffer.concat(chunks);
  const method = request.method ?? '';
  if (method === 'PUT' && state.cutsWrite) {
    state.cutsWrite = false;
    return void request.socket.destroy();
  }
  if (state.refusals.count > 0 && state.refusals.method === method) {
    state.refusals.count -= 1;
    return refuse(response, state.refusals.status, state.refusals.code);
  }
  const fault = signatureFault(request, body, keys);
  if (fault !== undefined) return refuse(response, 403, fault);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, bucket = '', ...path] = decodeURIComponent(pathname).split('/');
  if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
  answer({ request, response, state, query: searchParams, key: path.join('/'), body });
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly state: State;
  readonly query: URLSearchParams;
  readonly key: string;
  readonly body: Buffer;
}

function answer(call: Call): void {
  const { request, query, key } = call;
  const kind = `${request.method} ${key === '' ? 'bucket' : query.has('uploadId') ? 'upload' : 'object'}`;
  if (kind === 'GET bucket') return query.has('uploads') ? listUploads(call) : listObjects(call);
  if (kind === 'GET object') return readObject(call);
  if (kind === 'PUT object') return writeObject(call);
  if (kind === 'DELETE object') return removeObject(call);
  if (kind === 'POST object' && query.has('uploads')) return beginUpload(call);
  if (kind === 'PUT upload') return writePart(call);
  if (kind === 'POST upload') return endUpload(call);
  if (kind === 'DELETE upload') return giveUp(call);
  refuse(call.response, 501, 'NotImplemented');
}

function refuse(response: ServerResponse, status: number, code: string): void {
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function sendXml(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
}

const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function listObjects({ response, state, query }: Call): void {
  const after = query.get('continuation-token') ?? '';
  const names = [...state.objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted();
  const page = names.slice(0, state.pageSize);
  const entries = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${state.objects.get(key)?.length ?? 0}</Size></Contents>`,
  );
  const next =
    page.length < names.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  sendXml(
    response,
    200,
    `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
  );
}

function listUploads({ response, state, query }: Call): void {
  const after = query.get('upload-id-marker') ?? '';
  const all = [...state.uploads]
    .filter(([id, { key }]) => key.startsWith(query.get('prefix') ?? '') && id > after)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const page = all.slice(0, state.pageSize);
  const entries = page.map(
    ([id, { key, begun }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
  );
  const [id, last] = page.at(-1) ?? [];
  const isCut = page.length < all.length;
  const next = isCut
    ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`
    : '';
  sendXml(
    response,
    200,
    `<ListMultipartUploadsResult><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListMultipartUploadsResult>`,
  );
}

function readObject({ request, response, state, key }: Call): void {
  const object = state.objects.get(key);
  if (object === undefined) return refuse(response, 404, 'NoSuchKey');
  const tag = tagOf(object);
  if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== tag)
    return refuse(response, 412, 'PreconditionFailed');
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from > 0 && from >= object.length) return refuse(response, 416, 'InvalidRange');
  const rest = object.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, etag: tag });
  const cut = state.readCuts.shift();
  if (cut === undefined) return void response.end(rest);
  response.write(rest.subarray(0, cut), () => setTimeout(() => response.socket?.destroy(), 20));
}

function writeObject({ response, state, key, body }: Call): void {
  state.objects.set(key, body);
  response.writeHead(200, { etag: tagOf(body) }).end();
}

function removeObject({ response, state, key }: Call): void {
  state.objects.delete(key);
  response.writeHead(204).end();
}

function beginUpload({ response, state, key }: Call): void {
  const id = randomUUID();
  state.uploads.set(id, { key, begun: new Date(), parts: new Map() });
  sendXml(
    response,
    200,
    `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  );
}

function uploadOf({ state, query, key }: Call): Uploading | undefined {
  const upload = state.uploads.get(query.get('uploadId') ?? '');
  return upload?.key === key ? upload : undefined;
}

function writePart(call: Call): void {
  const upload = uploadOf(call);
  if (upload === undefined) return refuse(call.response, 404, 'NoSuchUpload');
  upload.parts.set(Number(call.query.get('partNumber')), call.body);
  call.response.writeHead(200, { etag: tagOf(call.body) }).end();
}

function endUpload(call: Call): void {
  const { response, state, query, key, body } = call;
  const upload = uploadOf(call);
  if (upload === undefined) return refuse(response, 404, 'NoSuchUpload');
  const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    tag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }));
  const parts = named.map(({ number }) => upload.parts.get(number));
  const isKnown = named.every(({ tag }, place) => {
    const part = parts[place];
    return part !== undefined && tagOf(part) === tag;
  });
  if (!isKnown || named.length === 0) return refuse(response, 400, 'InvalidPart');
  if (named.some(({ number }, place) => place > 0 && number <= (named[place - 1]?.number ?? 0)))
    return refuse(response, 400, 'InvalidPartOrder');
  if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < LEAST_PART))
    return refuse(response, 400, 'EntityTooSmall');
  const whole = Buffer.concat(parts.filter((part) => part !== undefined));
  state.objects.set(key, whole);
  state.uploads.delete(query.get('uploadId') ?? '');
  sendXml(
    response,
    200,
    `<CompleteMultipartUploadResult><ETag>${tagOf(whole)}</ETag></CompleteMultipartUploadResult>`,
  );
}

function giveUp(call: Call): void {
  if (uploadOf(call) === undefined) return refuse(call.response, 404, 'NoSuchUpload');
  call.state.uploads.delete(call.query.get('uploadId') ?? '');
  call.response.writeHead(204).end();
}
