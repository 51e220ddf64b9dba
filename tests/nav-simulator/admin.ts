import type { IncomingMessage, ServerResponse } from 'node:http';
import { FAULTS, type FaultKind, type FaultPlan } from './faults.ts';
import { readJson, sendError, sendJson } from './odata.ts';
import type { Nav } from './server.ts';

/**
 * What a test, or a person showing the demo, tells the simulator: `GET /_simulator/state` says what it holds,
 * `POST /_simulator/faults` changes the plan of faults (any part of it), `POST /_simulator/reset` forgets the documents.
 */
export async function administer(
  nav: Nav,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const call = `${request.method} ${url.pathname}`;
  if (call === 'GET /_simulator/state') return sendJson(response, 200, stateOf(nav));
  if (call === 'POST /_simulator/faults') {
    const change = planOf(await readJson(request));
    if (change === undefined) return sendError(response, 400, 'BadRequest', 'That is no plan of faults.');
    return sendJson(response, 200, nav.faults.change(change));
  }
  if (call === 'POST /_simulator/reset') {
    nav.orders.clear();
    return sendJson(response, 200, stateOf(nav));
  }
  sendError(response, 404, 'BadRequest_NotFound', 'Not found.');
}

function stateOf({ orders, faults }: Nav) {
  return {
    documents: orders.all().length,
    numbers: orders.all().map((order) => order.externalDocumentNumber),
    duplicates: orders.duplicates(),
    plan: faults.plan,
  };
}

function planOf(body: unknown): Partial<FaultPlan> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(body));
  const change: { -readonly [Name in keyof FaultPlan]?: FaultPlan[Name] } = {};
  for (const name of ['slowMs', 'lateMs', 'retryAfterSeconds'] as const) {
    const value = fields.get(name);
    if (typeof value === 'number' && value >= 0) change[name] = value;
  }
  const next = fields.get('next');
  const chances = fields.get('chances');
  const questionsToo = fields.get('questionsToo');
  if (typeof questionsToo === 'boolean') change.questionsToo = questionsToo;
  if (Array.isArray(next)) change.next = next.filter(isFault);
  if (typeof chances === 'object' && chances !== null) change.chances = chancesOf(chances);
  return Object.keys(change).length === 0 ? undefined : change;
}

function chancesOf(given: object): FaultPlan['chances'] {
  const known = Object.entries(given).filter(([kind, chance]) => isFault(kind) && typeof chance === 'number');
  return Object.fromEntries(known);
}

function isFault(value: unknown): value is FaultKind {
  return FAULTS.some((kind) => kind === value);
}
