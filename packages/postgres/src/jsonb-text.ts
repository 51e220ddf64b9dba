/**
 * A value as PostgreSQL prints it from a `jsonb` column: what hashes of events are made over. Takes what
 * `JSON.stringify` takes, in the same meaning; undefined for a value that JSON leaves out.
 */
export function jsonbText(value: unknown): string | undefined {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : numberText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return holderText(value);
    case 'bigint':
      throw new TypeError('a bigint is not JSON');
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined;
  }
}

function holderText(value: object): string | undefined {
  if ('toJSON' in value && typeof value.toJSON === 'function') return jsonbText(value.toJSON());
  return Array.isArray(value) ? arrayText(value) : objectText(value);
}

function arrayText(value: readonly unknown[]): string {
  let text = '';
  // By index: an empty place is null too.
  for (let index = 0; index < value.length; index += 1)
    text += (text === '' ? '[' : ', ') + (jsonbText(value[index]) ?? 'null');
  return text === '' ? '[]' : `${text}]`;
}

function objectText(value: object): string {
  const keys = Object.keys(value);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its own keys are read
  const held = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const { key, printed } of keys.length < 2 ? keys.map(printedKey) : inOrder(keys)) {
    const heldText = jsonbText(held[key]);
    if (heldText !== undefined) text += (text === '' ? '{' : ', ') + printed + heldText;
  }
  return text === '' ? '{}' : `${text}}`;
}

interface PrintedKey {
  readonly key: string;
  readonly printed: string;
}

const printedKey = (key: string): PrintedKey => ({ key, printed: `${JSON.stringify(key)}: ` });

/** Sorting costs more than all else, and most objects of a log have one of a few shapes. */
const orders = new Map<string, readonly PrintedKey[]>();
const MOST_ORDERS = 1_000;

function inOrder(keys: readonly string[]): readonly PrintedKey[] {
  // No key of jsonb holds this character.
  const shape = keys.join('\0');
  const known = orders.get(shape);
  if (known !== undefined) return known;
  const order = keys.toSorted(byKey).map(printedKey);
  if (orders.size === MOST_ORDERS) orders.clear();
  orders.set(shape, order);
  return order;
}

/** Shorter keys first, then by bytes: the order in which jsonb keeps them. */
function byKey(a: string, b: string): number {
  const difference = Buffer.byteLength(a) - Buffer.byteLength(b);
  return difference === 0 ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : difference;
}

const SCIENTIFIC = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** Digits without an exponent: jsonb keeps numbers as decimals. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  const text = JSON.stringify(value);
  const [, sign = '', first = '', rest = '', exponent = ''] = SCIENTIFIC.exec(text) ?? [];
  if (exponent === '') return text;
  const places = Number(exponent);
  if (places < 0) return `${sign}0.${'0'.repeat(-places - 1)}${first}${rest}`;
  return `${sign}${first}${rest.padEnd(places, '0')}`;
}
