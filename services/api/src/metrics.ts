import { BlockList } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { z } from 'zod';
import { notFound } from './errors.ts';
import { defineRawRoute } from './route.ts';

/** The node's own measures; no label ever carries a person or an id. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly liveSockets: Gauge;
  readonly liveFrames: Counter;
  readonly liveCuts: Counter<'why'>;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** What a node counts elsewhere and shows with its measures. */
export interface MetricSources {
  readonly droppedLogLines?: () => number;
}

export function createMetrics({ droppedLogLines = () => 0 }: MetricSources = {}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  showDroppedLogLines(registers, droppedLogLines);
  return {
    registry,
    requests: new Histogram({
      name: 'atelier_http_seconds',
      help: 'Answer time by route',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    liveSockets: new Gauge({ name: 'atelier_live_sockets', help: 'Open live connections', registers }),
    liveFrames: new Counter({ name: 'atelier_live_frames_total', help: 'Live frames sent', registers }),
    liveCuts: new Counter({
      name: 'atelier_live_cuts_total',
      help: 'Live connections closed by this node',
      labelNames: ['why'],
      registers,
    }),
  };
}

function showDroppedLogLines(registers: Registry[], droppedLogLines: () => number): void {
  const shown = new Counter({
    name: 'atelier_log_lines_dropped_total',
    help: 'Log lines that could not be written',
    registers,
    collect: () => {
      shown.reset();
      shown.inc(droppedLogLines());
    },
  });
}

/** Times every declared route. Unknown paths share one label, so that guessing paths fills no memory. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.requests.observe(labels, reply.elapsedTime / 1000);
  });
}

/** Reads at each scrape for how many widths partitions are ready; not a number while the database is away. */
export function measurePartitions({ registry }: Metrics, widthsAhead: () => Promise<number>): void {
  const gauge: Gauge = new Gauge({
    name: 'atelier_event_partitions_ahead',
    help: 'Widths of positions for which partitions of the log are ready; below 1 is urgent',
    registers: [registry],
    collect: async () => gauge.set(await widthsAhead().catch(() => Number.NaN)),
  });
}

/** `GET /api/metrics`, for scrapers inside the private network; from outside it is not there. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/metrics',
    permission: 'public',
    scope: 'none',
    summary: 'Measures of this node in Prometheus text',
    produces: 'text/plain',
    query: z.object({}),
    handler: async ({ request, reply }) => {
      if (!isPrivate(request.ip)) throw notFound();
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    },
  });
}

const PRIVATE = new BlockList();
PRIVATE.addSubnet('127.0.0.0', 8);
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

function isPrivate(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return PRIVATE.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4');
}
