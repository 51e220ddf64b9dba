import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from './testing-callers.ts';
import { CONTRACT_MATRIX } from './testing-contract-matrix.ts';
import type { RouteLine } from '../http/route-table.ts';
import {
  bearer,
  openApiWorld,
  PERSON_NAMES,
  signInAs,
  signInDecider,
  type ApiWorld,
  type PersonName,
} from './testing-api.ts';

/** product/reliability.md §21: every route for every kind of person, as the declared matrix says. Nothing unnamed gets in or out (product/reliability.md §25). */
const PEOPLE: Readonly<Record<PersonName | 'decider', Caller>> = {
  paris: 'shop',
  tokyo: 'shop',
  warehouse: 'operation',
  factory: 'operation',
  station: 'station',
  admin: 'admin',
  decider: 'decider',
  auditor: 'auditor',
};

let api: ApiWorld;
let app: FastifyInstance;
let routes: readonly RouteLine[];
const tokens = new Map<keyof typeof PEOPLE, string>();

beforeAll(async () => {
  api = await openApiWorld();
  ({ app } = await api.node({ live: true }));
  routes = app.routeTable;
  for (const name of PERSON_NAMES) tokens.set(name, await signInAs(app, name));
  tokens.set('decider', await signInDecider(api, app));
});
afterAll(() => api.close());

const lineOf = (route: RouteLine): string => `${route.method} ${route.url.replace(/^\/api/, '')}`;

describe('the contract matrix', () => {
  it('has a line for every route, and none for a route that is gone', () => {
    expect(routes.map(lineOf).toSorted()).toEqual(Object.keys(CONTRACT_MATRIX).toSorted());
  });

  it('holds for every person', async () => {
    const wrong: string[] = [];
    for (const [person, token] of tokens) {
      for (const route of routes.filter((each) => !lineOf(each).endsWith('/auth/logout'))) {
        const allowed = CONTRACT_MATRIX[lineOf(route)];
        const expected = allowed === 'public' || allowed?.includes(PEOPLE[person]) === true;
        const status = await send(route, bearer(token));
        if ((status !== 403 && status !== 401) !== expected)
          wrong.push(`${person} ${lineOf(route)}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a missing token and one that was never issued', async () => {
    const closed = routes.filter((route) => CONTRACT_MATRIX[lineOf(route)] !== 'public');
    for (const headers of [{}, bearer('x'.repeat(43))]) {
      const open = [];
      for (const route of closed) {
        const status = await send(route, headers);
        if (status !== 401) open.push(`${lineOf(route)}: ${status}`);
      }
      expect(open).toEqual([]);
    }
  });

  it('answers everything it refuses with the envelope', async () => {
    for (const route of routes.filter((each) => CONTRACT_MATRIX[lineOf(each)] !== 'public')) {
      const answer = await inject(route, {});
      expect(answer.json()).toEqual({
        status: 401,
        success: false,
        code: 'unauthorized',
        message: 'Sign in first.',
        data: null,
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

/** With an input no route can make sense of, so that an admitted caller changes nothing. */
function inject(route: RouteLine, headers: Record<string, string>) {
  const url = route.url.replace(/:\w+/g, 'nonsense');
  const method = z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(route.method);
  return app.inject({ method, url, headers, ...(method !== 'GET' && { payload: { 'no such field': 1 } }) });
}

async function send(route: RouteLine, headers: Record<string, string>): Promise<number> {
  return (await inject(route, headers)).statusCode;
}

describe('every contract', () => {
  it('is looked into', () => {
    const objects = routes.flatMap((route) => inputsOf(route).flatMap((schema) => objectsIn(schema, '')));
    expect(objects.length).toBeGreaterThan(routes.length);
  });

  it('refuses fields it does not name, at every depth', () => {
    const loose = routes.flatMap((route) =>
      inputsOf(route).flatMap((schema) => looseObjects(schema, lineOf(route))),
    );
    expect(loose).toEqual([]);
  });

  it('takes no list and no text without an end', () => {
    const endless = routes.flatMap((route) =>
      inputsOf(route).flatMap((schema) => endlessIn(schema, lineOf(route))),
    );
    expect(endless).toEqual([]);
  });

  it('sends no field it does not name', () => {
    const open = routes.flatMap((route) => {
      const answer = answerOf(route);
      return answer === undefined ? [] : openObjects(answer, lineOf(route));
    });
    expect(open).toEqual([]);
  });
});

function inputsOf({ schema }: RouteLine): z.ZodType[] {
  return [schema?.params, schema?.querystring, schema?.body].filter((part) => part instanceof z.ZodType);
}

function answerOf({ schema }: RouteLine): z.ZodType | undefined {
  const answers: unknown = schema?.response;
  if (typeof answers !== 'object' || answers === null || !('200' in answers)) return undefined;
  return answers['200'] instanceof z.ZodType ? answers['200'] : undefined;
}

/** Objects that would let an unknown key through. */
function looseObjects(schema: z.ZodType, path: string): string[] {
  return objectsIn(schema, path)
    .filter(({ object }) => !(object.def.catchall instanceof z.ZodNever))
    .map((found) => found.path);
}

/** Objects that would hand on whatever they are given. */
function openObjects(schema: z.ZodType, path: string): string[] {
  return objectsIn(schema, path)
    .filter(({ object }) => object.def.catchall !== undefined)
    .map((found) => found.path);
}

/** Lists that take any number of entries, and texts of any length: what is short of the body's limit is still much. */
function endlessIn(schema: z.ZodType, path: string): string[] {
  const own = hasNoEnd(schema) ? [path] : [];
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<unknown>(schema.def.shape);
    return fields.flatMap(([key, field]) =>
      field instanceof z.ZodType ? endlessIn(field, `${path}.${key}`) : [],
    );
  }
  return [...own, ...innerOnWay(schema).flatMap((inner) => endlessIn(inner, path))];
}

/** Of a pipe its end: what a text is turned into decides how much of it there may be. */
function innerOnWay(schema: z.ZodType): z.ZodType[] {
  const isWay = schema instanceof z.ZodPipe && !(schema.def.out instanceof z.ZodTransform);
  return isWay ? innerSchemas(schema).slice(1) : innerSchemas(schema);
}

function hasNoEnd(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodString) return schema.maxLength === null && schema.format === null;
  return schema instanceof z.ZodArray && !checkNames(schema).some((name) => ENDS.has(name));
}

const ENDS = new Set(['max_length', 'length_equals']);

function checkNames(schema: z.ZodArray): string[] {
  // oxlint-disable-next-line no-underscore-dangle -- where zod keeps what a check is
  return (schema.def.checks ?? []).map((check) => check._zod.def.check);
}

interface FoundObject {
  readonly object: z.ZodObject;
  readonly path: string;
}

function objectsIn(schema: z.ZodType, path: string): FoundObject[] {
  if (schema instanceof z.ZodObject) {
    const inner = Object.entries<unknown>(schema.def.shape).flatMap(([key, field]) =>
      field instanceof z.ZodType ? objectsIn(field, `${path}.${key}`) : [],
    );
    return [{ object: schema, path }, ...inner];
  }
  return innerSchemas(schema).flatMap((inner) => objectsIn(inner, path));
}

function innerSchemas(schema: z.ZodType): z.ZodType[] {
  return partsOf(schema).filter((part) => part instanceof z.ZodType);
}

function partsOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodArray) return [schema.def.element];
  if (schema instanceof z.ZodUnion) return schema.def.options;
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out];
  if (schema instanceof z.ZodRecord) return [schema.def.valueType];
  if (schema instanceof z.ZodTuple) return schema.def.items;
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return wraps ? [schema.def.innerType] : [];
}
