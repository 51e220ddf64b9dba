import { LIST } from '@atelier/domain/audit/reading.ts';
import { isReadingRecorded } from '@atelier/domain/identity/auditor.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestContext } from '../http/request-context.ts';
import type { ApiDeps } from '../http/deps.ts';
import { Readings } from '../http/readings.ts';

const REPLAYS: ReadonlySet<string> = new Set(['/api/audit/replay', '/api/audit/replay/file']);

/**
 * Writes an event for each reading of personal data by an auditor or another system, and of any replay, before the response leaves: what cannot be
 * recorded is not shown. Work of shops and factories writes none.
 */
export function recordReadings(app: FastifyInstance, deps: Pick<ApiDeps, 'store' | 'clock'>): void {
  const readings = new Readings(deps);
  app.addHook('onSend', async (request, reply) => {
    const subject = isShown(reply.statusCode) ? subjectOf(request) : undefined;
    const { principal } = request;
    if (subject === undefined || principal === undefined) return;
    const call = `${request.method} ${(request.routeOptions.url ?? '').replace(/^\/api/, '')}`;
    const reading = { sessionId: principal.sessionId, subject, call };
    await readings.record(reading, () => requestContext(request).metadata);
  });
}

/** Also a part of a file; what was refused or not changed shows nothing. */
const isShown = (status: number): boolean => status >= 200 && status < 300;

/** Whose data the response shows; undefined where nothing is to be recorded. */
function subjectOf(request: FastifyRequest): string | undefined {
  const { url = '', config } = request.routeOptions;
  const asked = new Map<string, unknown>([
    ...Object.entries(request.body ?? {}),
    ...Object.entries(request.query ?? {}),
    ...Object.entries(request.params ?? {}),
  ]);
  if (REPLAYS.has(url)) return replayed(asked.get('subject'));
  if (config.declaration?.shows !== 'persons' || request.principal === undefined) return undefined;
  return isReadingRecorded(request.principal) ? recordOf(url, asked) : undefined;
}

/** What an `id` in these paths names. */
const NAMED_BY_ID: readonly (readonly [path: string, record: string])[] = [
  ['/api/rma/:id', 'rma'],
  ['/api/item/:id', 'item'],
  ['/api/image/:id', 'image'],
];

/** The one record that a call asks for; `list` for several, and where it searches. */
function recordOf(url: string, asked: ReadonlyMap<string, unknown>): string {
  const [item, customer] = [asked.get('rma_item_id'), asked.get('customer_id')];
  if (typeof item === 'number') return `item-${item}`;
  if (typeof customer === 'number') return `customer-${customer}`;
  const named = NAMED_BY_ID.find(([path]) => url === path || url.startsWith(`${path}/`));
  return named === undefined ? LIST : `${named[1]}-${String(asked.get('id'))}`;
}

/** Sites and settings belong to no person. */
function replayed(subject: unknown): string | undefined {
  if (typeof subject !== 'object' || subject === null || !('kind' in subject) || !('id' in subject))
    return undefined;
  const { kind, id } = subject;
  return kind === 'site' || kind === 'config' ? undefined : `${String(kind)}-${String(id)}`;
}
