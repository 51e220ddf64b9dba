import {
  contactsResponse,
  customerRecordResponse,
  customerRecordQuery,
  ordersResponse,
  searchBody,
} from '@atelier/contracts/reference/schema.ts';
import { findCustomerRecord, searchOrders } from '@atelier/application/reference/customers.queries.ts';
import { searchClients } from '@atelier/application/repair-list/contacts.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

const WHO_SEARCHES = ['client search', 'view request new rma page'] as const;

/** Customers and their orders: a shop's own, everyone's for administrators, none for the factories. */
export function peopleRoutes(app: FastifyInstance, { db }: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/search_contact',
    permission: WHO_SEARCHES,
    scope: 'site',
    summary: 'Clients of the register and of deposits, by name, email or phone in any form, at most 50',
    waitsFor: ['search'],
    body: searchBody,
    response: contactsResponse,
    handler: async ({ body, scope }) => {
      const { rows, partial } = await searchClients(db, scope, body.keyword);
      return ok(rows, { total: rows.length, beside: { partial } });
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/search_order',
    permission: WHO_SEARCHES,
    scope: 'site',
    summary: 'Orders by order or invoice number, SKU, serial or certificate, at most 50',
    body: searchBody,
    response: ordersResponse,
    handler: async ({ body, scope }) => {
      const { rows, partial } = await searchOrders(db, scope, body.keyword);
      return ok(rows, { total: rows.length, beside: { partial } });
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/customer/record',
    permission: WHO_SEARCHES,
    scope: 'site',
    summary: 'A client with their orders',
    query: customerRecordQuery,
    response: customerRecordResponse,
    handler: async ({ query, scope }) => {
      const record = await findCustomerRecord(db, scope, query.customer_id);
      if (record === undefined) throw notFound();
      return ok(record);
    },
  });
}
