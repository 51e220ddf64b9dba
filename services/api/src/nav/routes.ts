import { NAV_MESSAGES, type NavMessage } from '@atelier/domain/nav/contract.ts';
import {
  navCommandResponse,
  navDocumentResponse,
  navDocumentQuery,
  navDocumentsResponse,
  navDocumentsQuery,
  navSendBody,
  navTouchBody,
  type NavDocumentView,
} from '@atelier/contracts/nav/schema.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { findShipmentId } from '@atelier/application/shipping/shipment-number.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { sendNavByHand, touchNavDocument } from '@atelier/application/nav/nav.commands.ts';
import { findNavDetail } from '@atelier/application/nav/nav-history.queries.ts';
import { findNavRecords, listNavDocuments, toNavView } from '@atelier/application/nav/nav.queries.ts';
import { findNavCircuit } from '@atelier/application/nav/nav-circuit.queries.ts';
import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError } from '../http/errors.ts';
import { rejected } from '../http/rejections.ts';
import { defineRoute } from '../http/route.ts';

const READ = { permission: ['logistic ship out', 'audit replay'], scope: 'site' } as const;
const ACT = { permission: 'logistic ship out', scope: 'site' } as const;

/** Sending to NAV (product/nav.md §2): documents by state, and what a person does about them. */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  readRoutes(app, deps);
  sendRoute(app, deps);
  touchRoute(app, deps, 'retry', 'Ask for another try; what is unresolved is asked for first');
  touchRoute(app, deps, 'skip', 'Settle a document without NAV');
}

function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...READ,
    method: 'GET',
    url: '/nav/documents',
    summary:
      'Documents for NAV, the newest change first, with counts by state and the state of the connection to NAV',
    query: navDocumentsQuery,
    response: navDocumentsResponse,
    handler: async ({ query, scope }) => {
      const { state, attention, tracking_no: trackingNumber, page, page_size: pageSize } = query;
      const request = { state, attentionOnly: attention === '1', trackingNumber, page, pageSize };
      const found = await inScope(deps.db, scope, (trx) => listNavDocuments(trx, request));
      const circuit = await findNavCircuit(deps.db, deps.clock.now());
      return ok([...found.documents], { total: found.total, beside: { counts: found.counts, circuit } });
    },
  });
  defineRoute(app, {
    ...READ,
    method: 'GET',
    url: '/nav/document',
    summary: 'One document by id or tracking number, with its pieces and its history',
    query: navDocumentQuery,
    response: navDocumentResponse,
    handler: async ({ query, scope }) => {
      const { tracking_no: number } = query;
      const id = query.id ?? (number === undefined ? null : await findShipmentId(deps.db, number));
      if (id === null) throw refused(number === undefined ? 'nav_data_not_found' : 'nav_not_bound');
      const detail = await inScope(deps.db, scope, (trx) => findNavDetail(trx, deps.store, id));
      if (detail === undefined) throw refused(number === undefined ? 'nav_data_not_found' : 'nav_not_sent');
      return ok(detail, { version: detail.version });
    },
  });
}

function sendRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...ACT,
    method: 'POST',
    url: '/nav/send',
    summary: 'Send the document of a tracking number by hand; waits a few seconds for NAV’s response',
    body: navSendBody,
    response: navCommandResponse,
    handler: async (input) => {
      const { tracking_no: number } = input.body;
      const outcome = await sendNavByHand(commandServices(deps), callerOf(input), number, 'sent by hand');
      const { answer, position } = acceptedNav(outcome);
      const document = await untilAnswered(deps, input.scope, Number(answer?.['shipment_id']));
      const code = resultOf(document);
      return ok(document, { code, message: NAV_MESSAGES[code], position, version: document.version });
    },
  });
}

function touchRoute(app: FastifyInstance, deps: ApiDeps, touch: 'retry' | 'skip', summary: string): void {
  defineRoute(app, {
    ...ACT,
    method: 'POST',
    url: `/nav/${touch}`,
    summary,
    body: navTouchBody,
    response: navCommandResponse,
    handler: async (input) => {
      const { id: shipmentId, reason } = input.body;
      const asked = { shipmentId, touch, reason };
      const outcome = await touchNavDocument(commandServices(deps), callerOf(input), asked);
      const { position } = acceptedNav(outcome);
      const document = await find(deps, input.scope, shipmentId);
      return ok(document, { message: 'update success', position, version: document.version });
    },
  });
}

const READS = 24;
const READ_EVERY_MS = 250;

/** The worker sends it; what NAV says within a few seconds is the answer, what comes later reaches the screens live. */
async function untilAnswered(deps: ApiDeps, scope: DataScope, id: number): Promise<NavDocumentView> {
  const { state: circuit } = await findNavCircuit(deps.db, deps.clock.now());
  for (let read = 1; ; read += 1) {
    const document = await find(deps, scope, id);
    const waits = document.state === 'pending' || document.state === 'sending';
    if (!waits || read === READS || circuit !== 'closed') return document;
    await sleep(READ_EVERY_MS);
  }
}

function resultOf({ state }: NavDocumentView): NavMessage {
  if (state === 'sent') return 'nav_sent';
  return state === 'rejected' ? 'nav_failed' : 'nav_not_sent';
}

async function find(deps: ApiDeps, scope: DataScope, id: number): Promise<NavDocumentView> {
  const [record] = await inScope(deps.db, scope, (trx) => findNavRecords(trx, [id]));
  if (record === undefined) throw refused('nav_data_not_found');
  return toNavView(record);
}

/** Refusals of NAV sending carry fixed words (product/nav.md §4). */
function acceptedNav(outcome: CommandOutcome): Extract<CommandOutcome, { ok: true }> {
  if (outcome.ok) return accepted(outcome);
  const { code } = outcome.rejection;
  throw isNavMessage(code) ? refused(code) : rejected(outcome.rejection);
}

function isNavMessage(code: string): code is NavMessage {
  return code in NAV_MESSAGES;
}

function refused(code: NavMessage): ApiError {
  return new ApiError(code === 'nav_data_not_found' ? 404 : 400, code, NAV_MESSAGES[code]);
}
