import { sendError, sendJson } from './odata.ts';
import type { Answer } from './server.ts';

/** Models of the house that its own tables do not know yet, as master data keeps them. */
const LUMIERE = [
  ['LU-100', 'Lumière solitaire ring, 18k yellow gold', 'RING', ['50', '52', '54'], 3.4, 1290],
  ['LU-110', 'Lumière pavé band, 18k white gold', 'RING', ['50', '52', '54', '56'], 2.9, 1680],
  ['LU-200', 'Lumière pendant, 18k yellow gold', 'PENDANT', ['OS'], 2.1, 890],
  ['LU-300', 'Lumière hoop earrings, 18k rose gold', 'EARRINGS', ['OS'], 4.6, 1450],
  ['LU-400', 'Lumière chain bracelet, 18k yellow gold', 'BRACELET', ['17', '18', '19'], 8.2, 2350],
  ['LU-500', 'Lumière pearl strand', 'NECKLACE', ['40', '45'], 21.5, 3100],
  /** A category that the house does not repair: its line is refused where a file's would be. */
  ['LU-900', 'Lumière tiara, platinum', 'TIARA', ['OS'], 120, 24000],
] as const;

const PRICED_IN = { EUR: 1, HKD: 8.6, USD: 1.1, CNY: 7.8 } as const;

const ITEMS = LUMIERE.map(([number, displayName, itemCategoryCode, sizes, netWeight, euros]) => ({
  number,
  displayName,
  type: 'Inventory',
  itemCategoryCode,
  collection: 'Lumière',
  metal: /18k \w+ gold|platinum/.exec(displayName)?.[0] ?? 'pearl',
  isGold: displayName.includes('gold'),
  sizes,
  netWeight,
  prices: Object.entries(PRICED_IN).map(([currencyCode, rate]) => ({
    currencyCode,
    unitPrice: Math.round(euros * rate),
  })),
}));

/** The numbers that it can be asked for. */
export const ITEM_NUMBERS: readonly string[] = ITEMS.map(({ number }) => number);

/** `companies(…)/items`: GET with `$filter=number eq 'A' or number eq 'B'`; prices only when they are expanded. */
export const answerItems: Answer = async (nav, { request, response, url }, key) => {
  if (request.method !== 'GET' || key !== undefined)
    return sendError(response, 405, 'MethodNotAllowed', 'The method is not supported here.');
  const fault = nav.faults.forAsking();
  if (fault === 'error') return sendError(response, 500, 'Internal_ServerError', 'Something failed.');
  if (fault === 'throttled') return sendError(response, 429, 'Application_TooManyRequests', 'Slow down.');
  if (fault === 'cut') return void response.destroy();
  const wanted = numbersIn(url.searchParams.get('$filter') ?? '');
  if (wanted === undefined) return sendError(response, 400, 'BadRequest', 'The filter cannot be read.');
  const isExpanded = url.searchParams.get('$expand') === 'prices';
  const value = ITEMS.filter(({ number }) => wanted.size === 0 || wanted.has(number)).map(
    ({ prices, ...item }) => (isExpanded ? { ...item, prices } : item),
  );
  sendJson(response, 200, { '@odata.context': `${url.origin}/api/v2.0/$metadata#items`, value });
};

/** The numbers that a filter asks for; undefined for another filter, empty for none. */
function numbersIn(filter: string): ReadonlySet<string> | undefined {
  if (filter.trim() === '') return new Set();
  const parts = filter.split(/\s+or\s+/).map((part) => /^\s*number eq '((?:[^']|'')*)'\s*$/.exec(part)?.[1]);
  const numbers = parts.filter((part) => part !== undefined);
  return numbers.length === parts.length
    ? new Set(numbers.map((number) => number.replaceAll("''", "'").toUpperCase()))
    : undefined;
}
