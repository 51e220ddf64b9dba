import { readingKey, recordReading } from '@atelier/application/audit/reading.commands.ts';
import { READING_SPAN_MS } from '@atelier/domain/audit/reading.ts';
import { isAuditor } from '@atelier/domain/identity/auditor.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { commandContext } from '../command-context.ts';
import type { ApiDeps } from '../deps.ts';

/** Calls that show a client's or an employee's data, beside the replay; the others show counts, places and numbers. */
const PERSONAL: ReadonlySet<string> = new Set([
  '/api/rma/:id',
  '/api/rma/item',
  '/api/rma/history',
  '/api/rma/images',
  '/api/image/:id',
  '/api/rmalist',
  '/api/rmaintransittoshop',
  '/api/rmasenttowarehoure',
  '/api/operationrma',
  '/api/operationrmabystatus/:status',
  '/api/rma/search',
  '/api/repair_history/list',
  '/api/rma/has_puchase_record',
  '/api/comments',
  '/api/get_after_sale_list',
  '/api/getSignature',
  '/api/package/receipt',
  '/api/package/packinglist',
  '/api/rma/label',
  '/api/trackingrma',
  '/api/get_rma_by_tracking_no',
]);
const REPLAY = '/api/audit/replay';
const MOST_REMEMBERED = 10_000;

/**
 * Writes an event for each reading of personal data by an auditor, and of any replay, before the response leaves: what cannot be
 * recorded is not shown. Work of shops and factories writes none.
 */
export function recordReadings(app: FastifyInstance, deps: Pick<ApiDeps, 'store' | 'clock'>): void {
  const recorded = new Map<string, number>();
  app.addHook('onSend', async (request, reply) => {
    const subject = reply.statusCode === 200 ? subjectOf(request) : undefined;
    const { principal } = request;
    if (subject === undefined || principal === undefined) return;
    const now = deps.clock.now();
    const call = `${request.method} ${(request.routeOptions.url ?? '').replace(/^\/api/, '')}`;
    const reading = { sessionId: principal.sessionId, subject, call };
    const key = readingKey(reading, now);
    if (recorded.has(key)) return;
    await recordReading(deps.store, key, reading, commandContext(request).metadata);
    recorded.set(key, now.getTime());
    if (recorded.size > MOST_REMEMBERED) forgetOld(recorded, now.getTime() - READING_SPAN_MS);
  });
}

function forgetOld(recorded: Map<string, number>, before: number): void {
  for (const [key, at] of recorded) if (at < before) recorded.delete(key);
}

/** Whose data the response shows; undefined where nothing is to be recorded. */
function subjectOf(request: FastifyRequest): string | undefined {
  const { url = '' } = request.routeOptions;
  const asked = new Map<string, unknown>([
    ...Object.entries(request.query ?? {}),
    ...Object.entries(request.params ?? {}),
  ]);
  if (url === REPLAY) return replayed(asked.get('subject'));
  if (!PERSONAL.has(url) || request.principal === undefined) return undefined;
  if (!isAuditor(request.principal.permissions)) return undefined;
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
