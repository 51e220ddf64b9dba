import { feedPage, type FeedItem } from '@atelier/contracts/reference/product-import/feed-item-schema.ts';

/** Where master data comes from: an entity set of items, as Business Central's OData v4 gives it. */
export interface FeedSettings {
  /** Up to and with `/items`. */
  readonly url: string;
  readonly token: string | undefined;
  /** With a user the token is the password of basic authentication; without, it is a bearer. */
  readonly user: string | undefined;
  /** One call, answer included. */
  readonly timeoutMs: number;
}

/** The feed did not answer, or not as it should: worth asking again later. */
export class FeedUnavailable extends Error {
  override name = 'FeedUnavailable';
}

/** SKUs asked for in one call: a filter longer than a few kilobytes is refused by servers between. */
export const FEED_BATCH = 20;

/**
 * The items with these SKUs; unknown SKUs are left out. One item of an unexpected shape makes
 * the whole answer invalid, since the rest of it cannot be trusted.
 * @throws FeedUnavailable
 */
export async function fetchItems(
  settings: FeedSettings,
  skus: readonly string[],
): Promise<ReadonlyMap<string, FeedItem>> {
  const filter = skus.map((sku) => `number eq '${sku.replaceAll("'", "''")}'`).join(' or ');
  const url = `${settings.url}?$filter=${encodeURIComponent(filter)}&$expand=prices`;
  const page = feedPage.safeParse(await readJson(settings, url));
  if (!page.success) throw new FeedUnavailable('the catalogue answered in a shape that cannot be read');
  const wanted = new Set(skus);
  const found = page.data.value.map((item) => [item.number.trim().toUpperCase(), item] as const);
  return new Map(found.filter(([sku]) => wanted.has(sku)));
}

async function readJson(settings: FeedSettings, url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', ...authorization(settings) },
      signal: AbortSignal.timeout(settings.timeoutMs),
      redirect: 'error',
    });
    if (!answer.ok) throw new FeedUnavailable(`the catalogue answered with status ${answer.status}`);
    return await answer.json();
  } catch (error) {
    if (error instanceof FeedUnavailable) throw error;
    throw new FeedUnavailable('the catalogue could not be reached', { cause: error });
  }
}

function authorization({ token, user }: FeedSettings): Readonly<Record<string, string>> {
  if (token === undefined) return {};
  if (user === undefined) return { authorization: `Bearer ${token}` };
  return { authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` };
}
