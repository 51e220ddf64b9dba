import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { defineRawRoute } from './route.ts';

/** `GET /api/metrics`: for who shows the token; where there is none, for this machine. For others it is not there. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/metrics',
    shows: 'no-person',
    permission: 'public',
    scope: 'none',
    summary: 'Measures of this node in Prometheus text',
    produces: 'text/plain',
    query: z.object({}),
    handler: async ({ request, reply }) => {
      if (!maySeeMetrics(request, token)) throw notFound();
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    },
  });
}

/** Callers with the token; without a configured token, callers on this machine. */
export function maySeeMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isFromHere(request);
  const given = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digestOf(given), digestOf(token));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** The connection begins on this machine, and was not forwarded by a proxy. */
function isFromHere(request: FastifyRequest): boolean {
  const isLoopback = /^(::1$|(::ffff:)?127\.)/.test(request.socket.remoteAddress ?? '');
  return isLoopback && PROXY_HEADERS.every((name) => request.headers[name] === undefined);
}
