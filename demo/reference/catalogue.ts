import type { PriceRow, ProductRow } from '@atelier/application/reference/catalogue.table.ts';
import type { ProductKind } from '@atelier/domain/shared/product.ts';
import { CURRENCY_CODES, fromEuroCents } from './money.ts';
import { createRandom, type Random } from './random.ts';

const COLLECTIONS = [
  'Aurore',
  'Lune Claire',
  'Marée',
  'Jardin d’Hiver',
  'Constellation',
  'Fil d’Or',
  'Rosée',
  'Vent du Sud',
  'Églantine',
  'Belle Saison',
  'Nocturne',
  'Rivage',
] as const;

interface Metal {
  readonly name: string;
  readonly isGold: boolean;
  readonly factor: number;
}

const METALS: Readonly<Record<string, Metal>> = {
  YG: { name: '18k yellow gold', isGold: true, factor: 1 },
  WG: { name: '18k white gold', isGold: true, factor: 1.05 },
  RG: { name: '18k rose gold', isGold: true, factor: 1 },
  PT: { name: 'platinum', isGold: false, factor: 1.25 },
  SV: { name: 'sterling silver', isGold: false, factor: 0.18 },
  VM: { name: 'gold vermeil', isGold: false, factor: 0.24 },
};

interface Model {
  readonly kind: ProductKind;
  readonly letter: string;
  readonly name: string;
  readonly euros: number;
  readonly grams: number;
  readonly sizes: readonly string[];
}

const RINGS = ['48', '49', '50', '51', '52', '53', '54', '55', '56', '58', '60'];
const CHAINS = ['40', '42', '45', '50'];
const WRISTS = ['15', '16', '17', '18', '19'];
const ONE_SIZE = ['OS'];

const MODELS: readonly Model[] = [
  { kind: 'ring', letter: 'R', name: 'solitaire ring', euros: 2900, grams: 3.6, sizes: RINGS },
  { kind: 'ring', letter: 'R', name: 'wedding band', euros: 1150, grams: 4.2, sizes: RINGS },
  { kind: 'ring', letter: 'R', name: 'trilogy ring', euros: 3400, grams: 4.4, sizes: RINGS },
  { kind: 'ring', letter: 'R', name: 'signet ring', euros: 1650, grams: 7.1, sizes: RINGS },
  { kind: 'necklace', letter: 'N', name: 'rivière necklace', euros: 6800, grams: 18.5, sizes: CHAINS },
  { kind: 'necklace', letter: 'N', name: 'pearl strand', euros: 2400, grams: 31, sizes: CHAINS },
  { kind: 'pendant', letter: 'P', name: 'medal pendant', euros: 980, grams: 3.1, sizes: CHAINS },
  { kind: 'pendant', letter: 'P', name: 'drop pendant', euros: 1420, grams: 2.7, sizes: CHAINS },
  { kind: 'earrings', letter: 'E', name: 'diamond studs', euros: 1850, grams: 2.2, sizes: ONE_SIZE },
  { kind: 'earrings', letter: 'E', name: 'hoop earrings', euros: 1280, grams: 5.4, sizes: ONE_SIZE },
  { kind: 'earrings', letter: 'E', name: 'pearl drops', euros: 1560, grams: 4.8, sizes: ONE_SIZE },
  { kind: 'bracelet', letter: 'B', name: 'line bracelet', euros: 5200, grams: 11.2, sizes: WRISTS },
  { kind: 'bracelet', letter: 'B', name: 'bangle', euros: 2750, grams: 16.8, sizes: WRISTS },
  { kind: 'bracelet', letter: 'B', name: 'chain bracelet', euros: 890, grams: 4.1, sizes: WRISTS },
  { kind: 'brooch', letter: 'C', name: 'leaf brooch', euros: 1980, grams: 9.6, sizes: ONE_SIZE },
  { kind: 'anklet', letter: 'A', name: 'fine anklet', euros: 640, grams: 2.4, sizes: ['22', '24'] },
];

/** A collection shows every model but a few, so that no two look alike. */
const modelsOf = (random: Random): Model[] =>
  MODELS.map((model) => ({ model, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, 10)
    .map((each) => each.model);

const two = (value: number) => String(value).padStart(2, '0');

interface Piece {
  readonly row: ProductRow;
  readonly euroCents: number;
}

const piece = (collection: string, at: number, model: Model, metalCode: string, random: Random): Piece => {
  const metal = METALS[metalCode];
  if (metal === undefined) throw new Error(`no metal ${metalCode}`);
  const row: ProductRow = {
    sku: `${model.letter}${two(at)}${two(MODELS.indexOf(model) + 1)}-${metalCode}`,
    name: `${collection} ${model.name}, ${metal.name}`,
    kind: model.kind,
    collection,
    metal: metal.name,
    is_gold: metal.isGold,
    sizes: [...model.sizes],
    weight_mg: Math.round(model.grams * 1000 * (0.85 + random.next() * 0.3)),
  };
  return { row, euroCents: Math.round(model.euros * metal.factor * (0.8 + random.next() * 0.6)) * 100 };
};

const metalsOf = (random: Random): string[] => {
  const codes = Object.keys(METALS);
  const first = random.pick(codes);
  return random.chance(0.27) ? [first, random.pick(codes.filter((code) => code !== first))] : [first];
};

const collectionPieces = (name: string, index: number, random: Random): Piece[] =>
  modelsOf(random).flatMap((model) =>
    metalsOf(random).map((metal) => piece(name, index + 1, model, metal, random)),
  );

export interface Catalogue {
  readonly products: readonly ProductRow[];
  readonly prices: readonly PriceRow[];
  /** Price per SKU and currency, in minor units. */
  readonly priceOf: (sku: string, currency: string) => number;
}

/** About 150 products in twelve collections, each priced in every market's currency. */
export const createCatalogue = (seed: number): Catalogue => {
  const random = createRandom(seed, 'catalogue');
  const pieces = COLLECTIONS.flatMap((name, index) => collectionPieces(name, index, random));
  const prices = pieces.flatMap(({ row, euroCents }) =>
    CURRENCY_CODES.map((currency) => ({
      sku: row.sku,
      currency,
      amount: fromEuroCents(euroCents, currency),
    })),
  );
  const bySkuAndCurrency = new Map(prices.map((price) => [`${price.sku}/${price.currency}`, price.amount]));
  const priceOf = (sku: string, currency: string) => bySkuAndCurrency.get(`${sku}/${currency}`) ?? 0;
  return { products: pieces.map((each) => each.row), prices, priceOf };
};
