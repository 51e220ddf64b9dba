import { isReadingRecorded } from '@atelier/domain/identity/auditor.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { commandContext } from '../command-context.ts';
import type { ApiDeps } from '../deps.ts';
import { Readings } from '../readings.ts';

const REPLAYS: ReadonlySet<string> = new Set(['/api/audit/replay', '/api/audit/replay/file']);

/**
 * Writes an event for each reading of personal data by an auditor or another system, and of any replay, before the response leaves: what cannot be
 * recorded is not shown. Work of shops and factories writes none.
 */
export function recordReadings(app: FastifyInstance, deps: Pick<ApiDeps, 'store' | 'clock'>): void {
  const readings = new Readings(deps);
  app.addHook('onSend', async (request, reply) => {
    const subject = reply.statusCode === 200 ? subjectOf(request) : undefined;
    const { principal } = request;
    if (subject === undefined || principal === undefined) return;
    const call = `${request.method} ${(request.routeOptions.url ?? '').replace(/^\/api/, '')}`;
    const reading = { sessionId: principal.sessionId, subject, call };
    await readings.record(reading, () => commandContext(request).metadata);
  });
}

/** Whose data the response shows; undefined where nothing is to be recorded. */
function subjectOf(request: FastifyRequest): string | undefined {
  const { url = '', config } = request.routeOptions;
  const asked = new Map<string, unknown>([
    ...Object.entries(request.query ?? {}),
    ...Object.entries(request.params ?? {}),
  ]);
  if (REPLAYS.has(url)) return replayed(asked.get('subject'));
  if (config.declaration?.shows !== 'persons' || request.principal === undefined) return undefined;
  if (!isReadingRecorded(request.principal)) return undefined;
  const item = asked.get('rma_item_id');
  if (typeof item === 'number') return `item-${item}`;
  const id = asked.get('id');
  if (url === '/api/rma/:id') return `rma-${String(id)}`;
  return url === '/api/image/:id' ? `image-${String(id)}` : 'list';
}

/** Sites and the settings are nobody's record. */
function replayed(subject: unknown): string | undefined {
  if (typeof subject !== 'object' || subject === null || !('kind' in subject) || !('id' in subject))
    return undefined;
  const { kind, id } = subject;
  return kind === 'site' || kind === 'config' ? undefined : `${String(kind)}-${String(id)}`;
}
