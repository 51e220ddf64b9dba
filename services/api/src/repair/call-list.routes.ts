import { offeredDays } from '@atelier/domain/repair/collection/slots.ts';
import { localDay } from '@atelier/domain/calendar.ts';
import {
  callCodeQuery,
  callCodeResponse,
  callCountResponse,
  callListQuery,
  callListResponse,
  type CallClient,
} from '@atelier/contracts/repair/call-list-schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findCallList, type WaitingClient } from '@atelier/application/repair/call-list.queries.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { audienceOf } from '../http/viewers.ts';
import { clockOfSite } from '../shared/clock-of-site.ts';
import { qrCode } from '../shared/qr-code.ts';

const CALLERS = ['shop handover', 'view (shop) get all rma'] as const;

/** Whom the shop calls today (product/reminders.md §4). */
export function callListRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/call_list',
    shows: 'persons',
    permission: CALLERS,
    scope: 'store',
    summary: 'The clients of the shop who are due a call, the longest waiting first',
    query: callListQuery,
    response: callListResponse,
    handler: ({ scope, principal }) =>
      inScope(deps.db, scope, async (trx) => {
        const now = deps.clock.now().toISOString();
        const list = await findCallList(trx, deps.store, now);
        const records = await findItemRecords(
          trx,
          list.due.flatMap(({ itemIds }) => itemIds),
        );
        const options = { audience: audienceOf(principal), policy: deps.policy() };
        const items = new Map(records.map((record) => [record.id, toItemView(record, options)]));
        const clients = list.due.map((client) => clientView(client, items));
        const { hours, timeZone: zone } = await clockOfSite(trx, principal.siteId);
        const counts = { left_today: list.leftToday, later: list.later };
        const days = offeredDays({ hours, timeZone: zone }, now, deps.policy());
        const offered = days.map(({ day, slots }) => ({ day, slots: [...slots] }));
        const place = { time_zone: zone, today: localDay(now, zone), days: offered };
        return ok({ clients, ...counts, ...place }, { total: clients.length });
      }),
  });
  countRoute(app, deps);
  codeRoute(app, deps);
}

/** The number beside the menu's word: it returns no names, so every screen may request it. */
function countRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/call_list/count',
    permission: CALLERS,
    scope: 'store',
    summary: 'How many clients of the shop are due a call',
    query: callListQuery,
    response: callCountResponse,
    handler: async ({ scope }) => {
      const now = deps.clock.now().toISOString();
      const list = await inScope(deps.db, scope, (trx) => findCallList(trx, deps.store, now));
      return ok({ due: list.due.length });
    },
  });
}

function clientView(
  { itemIds, contact, since, followUps, agreedOn }: WaitingClient,
  items: ReadonlyMap<number, ItemView>,
): CallClient {
  const last = followUps.at(-1);
  const reached = followUps.findLast(({ result }) => result === 'Phone contacted');
  return {
    item_id: itemIds[0] ?? 0,
    firstname: contact.firstname,
    lastname: contact.lastname,
    fullname: contact.fullname,
    language: contact.language,
    phone_code: contact.phone_code,
    fullphone: contact.fullphone,
    email: contact.email ?? '',
    since,
    calls: followUps.length,
    last: last === undefined ? null : { result: last.result, outcome: last.outcome ?? null, at: last.at },
    last_reached_at: reached?.at ?? null,
    agreed_on: agreedOn,
    items: itemIds.flatMap((id) => items.get(id) ?? []),
  };
}

function codeRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/call_list/code',
    shows: 'persons',
    permission: CALLERS,
    scope: 'store',
    summary: "A client's phone number as a QR code, for one's own phone",
    query: callCodeQuery,
    response: callCodeResponse,
    handler: async ({ query, scope }) => {
      const [record] = await inScope(deps.db, scope, (trx) => findItemRecords(trx, [query.rma_item_id]));
      const phone = record?.fullphone ?? '';
      if (phone === '') throw notFound();
      return ok({ qr: qrCode(`tel:${phone.replaceAll(/[^+\d]/g, '')}`) });
    },
  });
}
