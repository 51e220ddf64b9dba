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
import type { MomentQuery } from '@atelier/contracts/contract/moment-schema.ts';
import type { Instant } from '@atelier/domain/kernel.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { PastReader } from '@atelier/application/commands/past-streams.ts';
import { inScope, type Database } from '@atelier/application/platform/database.ts';
import { findPastCallList } from '@atelier/application/repair/past-call-list.queries.ts';
import { findPastItemRecords } from '@atelier/application/repair-detail/past-item-record.queries.ts';
import type { Kysely } from 'kysely';
import {
  findCallList,
  type CallList,
  type WaitingClient,
} from '@atelier/application/repair/call-list.queries.ts';
import {
  countUnread,
  findLastTexts,
  listUnread,
  type LastText,
} from '@atelier/application/messages/unread.queries.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { audienceOf } from '../http/viewers.ts';
import { clockOfSite } from '../shared/clock-of-site.ts';
import { besideOf, momentIn } from '../shared/moment.ts';
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
    summary: 'The clients of the shop who are due a call, the longest waiting first, and unread texts',
    query: callListQuery,
    response: callListResponse,
    handler: ({ scope, principal, query }) =>
      inScope(deps.db, scope, async (trx) => {
        const asked = askedFor(deps, scope, query);
        const { now, at, beside } = asked;
        const list = await listOf(trx, deps, asked);
        const records = await recordsOf(
          trx,
          list.due.flatMap(({ itemIds }) => itemIds),
          asked,
        );
        const options = { audience: audienceOf(principal), policy: deps.policy() };
        const items = new Map(records.map((record) => [record.id, toItemView(record, options)]));
        const rmaIds = [...new Set(records.map(({ rma_id: rmaId }) => rmaId))];
        const lastTexts = await findLastTexts(trx, deps.store, rmaIds, at);
        const clients = list.due.map((client) => clientView(client, items, lastTexts));
        const texts = [...(await listUnread(trx, deps.store, at))];
        const { hours, timeZone: zone } = await clockOfSite(trx, principal.siteId);
        const counts = { left_today: list.leftToday, later: list.later };
        const days = offeredDays({ hours, timeZone: zone }, now, deps.policy());
        const offered = days.map(({ day, slots }) => ({ day, slots: [...slots] }));
        const place = { time_zone: zone, today: localDay(now, zone), days: offered };
        return ok({ clients, texts, ...counts, ...place }, { total: clients.length, ...beside });
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
    summary: 'How many clients of the shop are due a call, and how many wrote a text that is unread',
    query: callListQuery,
    response: callCountResponse,
    handler: ({ scope, query }) =>
      inScope(deps.db, scope, async (trx) => {
        const asked = askedFor(deps, scope, query);
        const list = await listOf(trx, deps, asked);
        return ok({ due: list.due.length, texts: await countUnread(trx, asked.at) }, asked.beside);
      }),
  });
}

interface Asked {
  readonly now: Instant;
  /** The past moment's own reader; null for today. */
  readonly past: PastReader | null;
  /** Until when texts count; null for today. */
  readonly at: Instant | null;
  readonly beside: ReturnType<typeof besideOf>;
}

/** A text is recorded when it comes: it is known from the moment from which it is true. */
function askedFor(deps: ApiDeps, scope: DataScope, query: MomentQuery): Asked {
  const moment = momentIn(query, deps.clock);
  const today = deps.clock.now().toISOString();
  if (moment === null) return { now: today, past: null, at: null, beside: {} };
  const at = [moment.asOf, moment.knownAt].flatMap((each) => each ?? []).toSorted()[0] ?? today;
  const past = { store: deps.store, moment, scope };
  return { now: moment.asOf ?? today, past, at, beside: besideOf(moment) };
}

const listOf = (trx: Kysely<Database>, { store }: ApiDeps, { now, past }: Asked): Promise<CallList> =>
  past === null ? findCallList(trx, store, now) : findPastCallList(trx, past, now);

const recordsOf = (trx: Kysely<Database>, ids: readonly number[], { past }: Asked) =>
  past === null ? findItemRecords(trx, ids) : findPastItemRecords(trx, ids, past);

function clientView(
  { itemIds, contact, since, followUps, agreedOn }: WaitingClient,
  items: ReadonlyMap<number, ItemView>,
  lastTexts: ReadonlyMap<number, LastText>,
): CallClient {
  const last = followUps.at(-1);
  const shown = itemIds.flatMap((id) => items.get(id) ?? []);
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
    last_text: lastTextOf(shown, lastTexts),
    items: shown,
  };
}

/** Of several deposits of a client, the newest text. */
function lastTextOf(items: readonly ItemView[], lastTexts: ReadonlyMap<number, LastText>): LastText | null {
  const texts = items.flatMap(({ rma_id: rmaId }) => lastTexts.get(rmaId) ?? []);
  return texts.toSorted((a, b) => b.at.localeCompare(a.at))[0] ?? null;
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
