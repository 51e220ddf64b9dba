import type { FastifyInstance } from 'fastify';
import type { ProjectionHealth } from '@atelier/application/projections/health.ts';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The node's own measures; no label ever carries a person or an id. */
export interface Metrics {
  readonly registry: Registry;
  /** By method only: a histogram by route would be most of what a scrape carries. */
  readonly seconds: Histogram<'method'>;
  /** Calls by route and class of status. */
  readonly calls: Counter<'method' | 'route' | 'status'>;
  /** Seconds spent on a route; over its calls, the mean. */
  readonly routeSeconds: Counter<'method' | 'route'>;
  readonly liveSockets: Gauge;
  readonly liveFrames: Counter;
  readonly liveCuts: Counter<'why'>;
  readonly alteredFiles: Counter;
  /** Customers' texts that belong to no one customer and are kept nowhere. */
  readonly unmatchedTexts: Counter;
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
    seconds: new Histogram({
      name: 'atelier_http_seconds',
      help: 'Time to the response',
      labelNames: ['method'],
      buckets: SECONDS,
      registers,
    }),
    calls: new Counter({
      name: 'atelier_http_requests_total',
      help: 'Calls by route and class of status',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    routeSeconds: new Counter({
      name: 'atelier_http_route_seconds_total',
      help: 'Time to the response by route, summed',
      labelNames: ['method', 'route'],
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
    alteredFiles: new Counter({
      name: 'atelier_altered_files_total',
      help: 'Stored pictures, signatures and files refused because they are not those that were recorded',
      registers,
    }),
    unmatchedTexts: new Counter({
      name: 'atelier_unmatched_texts_total',
      help: 'Texts from the gateway that belong to no one customer and were not kept',
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

const UNKNOWN = { method: 'other', route: 'unknown' };

/** Measures every declared route. Unknown paths, with whatever method, share one series: guessing fills no memory. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    const labels = route === undefined ? UNKNOWN : { method: request.method, route };
    const seconds = reply.elapsedTime / 1000;
    metrics.seconds.observe({ method: labels.method }, seconds);
    metrics.calls.inc({ ...labels, status: `${Math.trunc(reply.statusCode / 100)}xx` });
    metrics.routeSeconds.inc(labels, seconds);
  });
}

/**
 * Reads at each scrape how far each projection is behind and which worker leads it: 1 for its leader, and one series with no
 * runner for a projection without a leader. Nothing is shown while the database is away.
 */
export function measureProjections(
  { registry }: Metrics,
  health: () => Promise<readonly ProjectionHealth[]>,
): void {
  const read = (): Promise<readonly ProjectionHealth[]> => health().catch(() => []);
  const behind: Gauge<'projection'> = new Gauge({
    name: 'atelier_projection_behind',
    help: 'Positions that a projection is behind the horizon',
    labelNames: ['projection'],
    registers: [registry],
    collect: async () => {
      const states = await read();
      behind.reset();
      for (const state of states) behind.set({ projection: state.name }, state.behind);
    },
  });
  const leader: Gauge<'projection' | 'runner' | 'name'> = new Gauge({
    name: 'atelier_projection_leader',
    help: 'Which worker leads a projection: its number, and its host and process',
    labelNames: ['projection', 'runner', 'name'],
    registers: [registry],
    collect: async () => {
      const states = await read();
      leader.reset();
      for (const { name: projection, leader: found } of states) {
        const { id = '', name = '' } = found ?? {};
        leader.set({ projection, runner: id, name }, found === null ? 0 : 1);
      }
    },
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
