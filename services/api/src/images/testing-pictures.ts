import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { ImageView } from '@atelier/contracts/images/schema.ts';
import type { VaultPlace } from '@atelier/key-vault/vault-place.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import sharp from 'sharp';
import type { ApiDeps } from '../http/deps.ts';
import { bearer, openApiWorld, signInAs, type ApiWorld, type PersonName } from '../testing/testing-api.ts';

/** People signed in on one node, and what tests of pictures do over HTTP. */
export interface PictureWorld {
  readonly api: ApiWorld;
  readonly app: FastifyInstance;
  readonly deps: ApiDeps;
  readonly headersOf: (as: PersonName) => Record<string, string>;
  readonly send: (bytes: Uint8Array, sending?: Sending) => Promise<Answer>;
  readonly read: (path: string, as?: PersonName) => Promise<Answer>;
  /** Sends a picture that must be taken. */
  readonly uploaded: (bytes: Uint8Array, sending?: Sending) => Promise<ImageView>;
}

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

export interface Sending {
  readonly as?: PersonName;
  readonly name?: string;
  readonly type?: string;
  readonly field?: string;
  readonly key?: string;
}

const BOUNDARY = 'x-jewel-x';

export async function openPictureWorld(vault?: VaultPlace, log?: Logger): Promise<PictureWorld> {
  const api = await openApiWorld(vault);
  const { app, deps } = await api.node(log && { log });
  const tokens = new Map<PersonName, string>();
  for (const name of ['paris', 'tokyo', 'warehouse', 'auditor', 'admin', 'station'] as const)
    tokens.set(name, await signInAs(app, name));
  const headersOf = (as: PersonName) => bearer(tokens.get(as) ?? '');
  const send = (bytes: Uint8Array, sending: Sending = {}) => app.inject(formOf(bytes, sending, headersOf));
  return {
    api,
    app,
    deps,
    headersOf,
    send,
    read: (path, as = 'paris') => app.inject({ url: `/api${path}`, headers: headersOf(as) }),
    uploaded: async (bytes, sending) => {
      const answer = await send(bytes, sending);
      if (answer.statusCode !== 200) throw new Error(`the picture was refused: ${answer.body}`);
      return answer.json().data;
    },
  };
}

function formOf(bytes: Uint8Array, sending: Sending, headersOf: PictureWorld['headersOf']) {
  const { as = 'paris', name = 'ring.jpg', type = 'image/jpeg', field = 'file', key } = sending;
  const disposition = `content-disposition: form-data; name="${field}"; filename="${name}"`;
  const head = `--${BOUNDARY}\r\n${disposition}\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    method: 'POST' as const,
    url: '/api/upload/img',
    headers: {
      ...headersOf(as),
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

/** Noise: nothing compresses worse. */
export const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

export const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b98' } });

/** A PNG whose header claims any size, with next to nothing in it. */
export function hollowPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const packed = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}
