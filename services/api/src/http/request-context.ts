import { createHash, randomUUID } from 'node:crypto';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { EventMetadata, Idempotency } from '@atelier/event-store/types.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { FastifyRequest } from 'fastify';
import { badField } from './errors.ts';

const KEY_SHAPE = /^[\x21-\x7e]{1,200}$/;
const VERSION_SHAPE = /^(?:W\/)?"(\d{1,15})"$/;
const DEVICE_SHAPE = /^[\w.:-]{1,64}$/;

/** What the request brings to a command: its envelope, its key, and the version that the caller has seen. */
export interface RequestContext {
  /** Who did it, where, and with what: the envelope of every event the command will write (product/repair.md §17). */
  readonly metadata: EventMetadata;
  /** Same person, same key, same request: one effect and one answer (product/calls.md §5). */
  readonly idempotency: Idempotency | undefined;
  /** From `If-Match`: the version of the record the caller has seen. */
  readonly expectedVersion: number | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    clock: Clock;
  }
}

/** Gathers what a command needs beside its body. Only for routes with a signed-in person. */
export function requestContext(request: FastifyRequest): RequestContext {
  const { principal } = request;
  if (principal === undefined) throw new TypeError('a public route has no request context');
  return {
    metadata: metadataOf(request, principal),
    idempotency: idempotencyOf(request, principal),
    expectedVersion: expectedVersionOf(request),
  };
}

/** Ids only: names are personal and change, the log keeps what stays. */
function metadataOf(request: FastifyRequest, principal: Principal): EventMetadata {
  const { worker, siteId } = principal;
  const device = deviceOf(request);
  return {
    actor: { id: principal.user.id, kind: 'user' },
    ...(worker && { worker: { id: worker.id, workId: worker.workId } }),
    ...(siteId !== undefined && { site: siteId }),
    ...(device !== undefined && { device }),
    commandId: randomUUID(),
    correlationId: request.id,
    occurredAt: request.server.clock.now().toISOString(),
  };
}

/** A station's workers share its account, so the key is the worker's own where one is signed in. */
function idempotencyOf(request: FastifyRequest, principal: Principal): Idempotency | undefined {
  const key = header(request, 'idempotency-key');
  if (key === undefined) return undefined;
  if (!KEY_SHAPE.test(key)) {
    throw badField(
      'Idempotency-Key',
      'invalid_idempotency_key',
      'Idempotency-Key takes 1 to 200 visible characters.',
    );
  }
  const worker = principal.worker === undefined ? '' : `/worker-${principal.worker.id}`;
  return { person: `user-${principal.user.id}${worker}`, key, fingerprint: fingerprint(request) };
}

/** SHA-256 of method, route and parsed input without the route's hints: another command under the same key is a 409. */
function fingerprint(request: FastifyRequest): string {
  const { method, url, config } = request.routeOptions;
  const body = withoutHints(request.body, config.declaration?.hints ?? []);
  const input = JSON.stringify([method, url, request.params, request.query, body]);
  return createHash('sha256').update(input).digest('hex');
}

function withoutHints(body: unknown, hints: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || hints.length === 0) return body ?? null;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !hints.includes(name)));
}

function expectedVersionOf(request: FastifyRequest): number | undefined {
  const value = header(request, 'if-match');
  if (value === undefined || value === '*') return undefined;
  const version = VERSION_SHAPE.exec(value)?.[1];
  if (version === undefined) {
    throw badField('If-Match', 'invalid_version', 'If-Match takes the ETag of the record, such as "7".');
  }
  return Number(version);
}

/** A screen's own name for the device it runs on; anything odd is dropped, it is a claim only. */
function deviceOf(request: FastifyRequest): string | undefined {
  const device = header(request, 'x-device');
  return device !== undefined && DEVICE_SHAPE.test(device) ? device : undefined;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
