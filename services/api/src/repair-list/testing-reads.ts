import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import {
  randomStories,
  writeStories,
  type Story,
} from '@atelier/application/projections/testing-histories.ts';
import type { FastifyInstance } from 'fastify';
import {
  TestClock,
  bearer,
  openApiWorld,
  signInAs,
  type ApiWorld,
  type PersonName,
} from '../testing/testing-api.ts';

export const NOW = new Date();
const DAY_MS = 86_400_000;

/** Two stores, three sites and some hundred jewels with any history. */
export const STORIES: readonly Story[] = randomStories({
  seed: 21,
  deposits: 260,
  stores: [1, 5],
  sites: [20, 31, 30],
  from: new Date(NOW.getTime() - 40 * DAY_MS),
});

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  readonly total: number | undefined;
}

/** An API over those jewels, its projections settled, and the calls of the people who read it. */
export interface ReadWorld {
  readonly api: ApiWorld;
  readonly get: (person: PersonName | undefined, url: string, headers?: object) => Promise<Reply>;
  readonly post: (person: PersonName, url: string, payload: object) => Promise<Reply>;
  /** A list call that must succeed. */
  readonly items: (
    person: PersonName,
    url: string,
  ) => Promise<{ readonly rows: ItemView[]; readonly total: number | undefined }>;
  /** The rows as the append wrote them, seen without any policy, newest first. */
  readonly raw: () => Promise<RawItem[]>;
}

export type RawItem = Awaited<ReturnType<ReturnType<typeof rawItems>['execute']>>[number];

const rawItems = (api: ApiWorld) =>
  api.world.projector.selectFrom('item_row').selectAll().orderBy('id', 'desc');

export const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map((row) => row.id);

const READERS = ['paris', 'tokyo', 'warehouse', 'factory', 'admin'] as const;

export async function openReadWorld(): Promise<ReadWorld> {
  const api = await openApiWorld();
  const { app } = await api.node({ clock: new TestClock(NOW) });
  await writeStories(api.world.store, STORIES);
  await api.world.settle();
  const tokens = new Map<PersonName, string>();
  for (const name of READERS) tokens.set(name, await signInAs(app, name));
  const get: ReadWorld['get'] = async (person, url, headers = {}) => {
    const token = person === undefined ? undefined : tokens.get(person);
    const own = token === undefined ? {} : bearer(token);
    return replyOf(await app.inject({ url: `/api${url}`, headers: { ...own, ...headers } }));
  };
  return {
    api,
    get,
    post: async (person, url, payload) => {
      const headers = bearer(tokens.get(person) ?? '');
      return replyOf(await app.inject({ method: 'POST', url: `/api${url}`, headers, payload }));
    },
    items: async (person, url) => {
      const { status, data, total, text } = await get(person, url);
      if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has checked it against its contract
      return { rows: data as ItemView[], total };
    },
    raw: () => rawItems(api).execute(),
  };
}

function replyOf(answer: Awaited<ReturnType<FastifyInstance['inject']>>): Reply {
  const body = answer.body === '' ? {} : answer.json<{ data?: unknown; total?: number }>();
  return {
    status: answer.statusCode,
    text: answer.body,
    headers: answer.headers,
    data: body.data,
    total: body.total,
  };
}
