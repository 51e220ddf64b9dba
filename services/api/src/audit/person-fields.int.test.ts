import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteLine } from '../http/route-table.ts';
import type { Shows } from '../http/route.ts';
import { openApiWorld, type ApiWorld } from '../testing/testing-api.ts';
import { lineOf } from '../testing/testing-canary.ts';
import { holdsPersons, isPersonField, nameOf, textFieldsOf } from '../http/person-fields.ts';

/** Routes whose fields are named like a person's and are none, and why. */
const SAID_BY_HAND: Readonly<Record<string, Shows>> = {
  // The caller themselves.
  'GET /auth/session': 'caller',
  'POST /auth/wall': 'caller',
  'POST /auth/rma_worker': 'caller',
  'POST /auth/rma_worker/logout': 'caller',
  'GET /insight/mail': 'caller',
  'POST /insight/mail': 'caller',
  'POST /insight/mail/confirm': 'caller',
  'POST /insight/mail/remove': 'caller',
  'POST /insight/mail/weekly': 'caller',
  // Its pieces are shown as to a bench: names and phones are empty.
  'GET /savcheck': 'no-person',
  // Addresses and phones of shops, and senders of messages.
  'GET /site/list': 'no-person',
  'GET /system/messages': 'no-person',
  'POST /system/messages/sender': 'no-person',
  'POST /system/messages/template': 'no-person',
};

/** Files and pages: they have no schema that says what they hold. */
const FILES: Readonly<Record<string, Shows>> = {
  'GET /metrics': 'no-person',
  'GET /openapi.json': 'no-person',
  'GET /live': 'no-person',
  'GET /product-image/:sku': 'no-person',
  'GET /reference/template': 'no-person',
  // Fees and sites of the house.
  'GET /reference/rows/export': 'no-person',
  // Hashes, numbers and codes of the log; personal fields stay sealed.
  'GET /log/checkpoint': 'no-person',
  'GET /log/tile/:level/*': 'no-person',
  'GET /log/tile/entries/*': 'no-person',
  'GET /audit/proof/item/:id': 'no-person',
  'GET /proof/:token': 'no-person',
  'GET /audit/events/:format': 'no-person',
  'GET /export/:id/file': 'persons',
  'GET /image/:id': 'persons',
  'GET /customer/picture/:id': 'persons',
  'POST /rma/label': 'persons',
  'GET /package/packinglist': 'persons',
  'GET /package/customslist': 'persons',
  'GET /bench/commands': 'no-person',
  'POST /rma_worker/badge/print': 'persons',
  'GET /item/:id/dispute': 'persons',
  'GET /item/:id/handover': 'persons',
  'GET /item/:id/payment': 'persons',
  'GET /rma/:id/receipt': 'persons',
  'GET /customer/receipt': 'persons',
  'GET /customer/care': 'no-person',
  'GET /customer/messages': 'no-person',
  'GET /audit/replay/file': 'persons',
  'GET /privacy/export/:id/file': 'persons',
};

/** What a field that may be a person's is called; each is one of a person, or stands in the list below. */
const LIKE_A_PERSON =
  /name|mail|phone|address|contact|person|client|customer|recipient|receiver|signer|buyer|owner|street|birth|remark|comment|note|^to$/i;

/** Names of things, and of staff who did something: no contact, and no client. */
const OF_NOBODY: ReadonlySet<string> = new Set([
  'Name',
  'local_name',
  'name',
  'native_name',
  // Of witnesses, endpoints and keys.
  'names',
  'product_name',
  'site_name',
  'store_name',
  'shop_name',
  'phone_code',
  // References without a name.
  'customer_ref',
  'customer_refs',
  // A day in one report; where a message went, which its route says itself.
  'to',
]);

let api: ApiWorld;
let routes: readonly RouteLine[];
beforeAll(async () => {
  api = await openApiWorld();
  routes = (await api.node({ live: true })).app.routeTable;
});
afterAll(() => api.close());

function responseOf({ schema }: RouteLine): z.ZodType | undefined {
  const answers: unknown = schema?.response;
  if (typeof answers !== 'object' || answers === null || !('200' in answers)) return undefined;
  return answers['200'] instanceof z.ZodType ? answers['200'] : undefined;
}

const showsOf = (lines: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    routes.filter((route) => lineOf(route) in lines).map((route) => [lineOf(route), route.shows]),
  );

describe('a route whose response can hold a person', () => {
  it('says so, because its fields do', () => {
    const silent = routes.filter((route) => {
      const response = responseOf(route);
      const isKnown = lineOf(route) in SAID_BY_HAND || response === undefined;
      return !isKnown && holdsPersons(response) && route.shows !== 'persons';
    });
    expect(silent.map(lineOf)).toEqual([]);
    expect(showsOf(SAID_BY_HAND)).toEqual(SAID_BY_HAND);
  });

  it('says so itself where it is a file', () => {
    const files = routes.filter((route) => responseOf(route) === undefined);
    expect(files.map(lineOf).toSorted()).toEqual(Object.keys(FILES).toSorted());
    expect(showsOf(FILES)).toEqual(FILES);
  });

  it('has no personal-looking field without a declared subject', () => {
    const signedIn = routes.filter(({ access }) => access !== 'public');
    const fields = signedIn.flatMap((route) => textFieldsOf(responseOf(route) ?? z.null()).map(nameOf));
    const open = [...new Set(fields)].filter(
      (name) => LIKE_A_PERSON.test(name) && !isPersonField(name) && !OF_NOBODY.has(name),
    );
    expect(open).toEqual([]);
  });
});
