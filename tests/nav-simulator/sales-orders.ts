import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultKind } from './faults.ts';
import { equalsFilter, etagOf, readJson, sendError, sendJson } from './odata.ts';
import { Refused, type SalesOrder } from './orders.ts';
import { COMPANY, type Answer, type Nav } from './server.ts';

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

/** `companies(…)/salesOrders`: POST makes one with its lines, GET finds by id or by external document number. */
export const answerSalesOrders: Answer = async (nav, call, key) => {
  if (call.request.method === 'POST' && key === undefined) return create(nav, call);
  if (call.request.method !== 'GET') {
    return sendError(call.response, 405, 'MethodNotAllowed', 'The method is not supported here.');
  }
  nav.tell('asked');
  if (await isSpoilt(nav, call, nav.faults.forAsking())) return;
  if (key === undefined) return list(nav, call);
  const order = nav.orders.byId(key);
  if (order === undefined) return sendError(call.response, 404, 'BadRequest_ResourceNotFound', 'Not found.');
  sendJson(call.response, 200, entity(call.url, order, '/$entity'));
};

function list(nav: Nav, { response, url }: Call): void {
  const filter = url.searchParams.get('$filter');
  const number = filter === null ? undefined : equalsFilter(filter, 'externalDocumentNumber');
  if (filter !== null && number === undefined) {
    return sendError(response, 400, 'BadRequest', `The filter '${filter}' cannot be read.`);
  }
  const found = number === undefined ? nav.orders.all() : nav.orders.byExternalNumber(number);
  const top = Number(url.searchParams.get('$top') ?? 1_000);
  const value = found.slice(0, top).map((order) => withTag(order));
  sendJson(response, 200, { '@odata.context': contextOf(url), value });
}

async function create(nav: Nav, call: Call): Promise<void> {
  const body = await readJson(call.request);
  nav.tell('called');
  const fault = nav.faults.forCreating();
  if (fault === 'late') return createLate(nav, call, body);
  if (await isSpoilt(nav, call, fault)) return;
  const order = made(nav, call.response, body);
  if (order === undefined) return;
  nav.tell('created');
  if (fault === 'lost') return void call.response.destroy();
  if (fault === 'error-after') return internalError(call.response);
  const shown = entity(call.url, order, '/$entity');
  sendJson(call.response, 201, shown, {
    etag: etagOf(order),
    location: `${call.url.origin}${call.url.pathname}(${order.id})`,
  });
}

/** The caller hears nothing, and finds nothing when it asks at once: the document comes after both. */
async function createLate(nav: Nav, { response }: Call, body: unknown): Promise<void> {
  await sleep(nav.faults.lateness());
  try {
    nav.orders.create(body);
  } catch {
    // What NAV would have refused is refused late as well; no caller is left to receive it.
  }
  response.destroy();
}

function made(nav: Nav, response: ServerResponse, body: unknown): SalesOrder | undefined {
  try {
    return nav.orders.create(body);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sendError(response, 400, error.code, error.message);
    return undefined;
  }
}

/** Plays the faults that do nothing but spoil the answer; a slow one goes on afterwards. */
async function isSpoilt(nav: Nav, { response }: Call, fault: FaultKind): Promise<boolean> {
  const { slowMs, retryAfterSeconds } = nav.faults.plan;
  if (fault === 'slow') await sleep(slowMs);
  else if (fault === 'throttled') {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    sendError(response, 429, 'Application_TooManyRequests', 'Too many requests reached.', headers);
  } else if (fault === 'error') internalError(response);
  else if (fault === 'cut') response.destroy();
  else if (fault === 'refused') {
    sendError(response, 400, 'Internal_ValidationError', 'The customer is blocked for sales orders.');
  } else return false;
  return fault !== 'slow';
}

function internalError(response: ServerResponse): void {
  sendError(response, 500, 'Internal_ServerError', 'An unexpected error occurred.');
}

function contextOf(url: URL): string {
  return `${url.origin}/api/v2.0/$metadata#companies(${COMPANY.id})/salesOrders`;
}

function withTag(order: SalesOrder) {
  return { '@odata.etag': etagOf(order), ...order };
}

function entity(url: URL, order: SalesOrder, suffix: string) {
  return { '@odata.context': `${contextOf(url)}${suffix}`, ...withTag(order) };
}
