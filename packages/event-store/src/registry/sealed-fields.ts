import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import type { PersonalFields } from '../event-types.ts';

/** What stands in the log instead of a personal value. */
interface Sealed {
  readonly $sealed: string;
}

const nonceBytes = 12;
const tagBytes = 16;
/** Random bytes are asked for in one go for many values: asking costs more than the bytes do. */
const noncesAtOnce = 512;
let nonces = Buffer.alloc(0);

/** The person an event is about, or undefined when the event names none. */
export function subjectOf(data: object, fields: PersonalFields): string | undefined {
  const value = fields.subject.split('.').reduce<unknown>((node, key) => child(node, key), data);
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** True when the data holds a value that must be sealed. */
export function holdsPersonalValues(data: object, fields: PersonalFields): boolean {
  let found = false;
  for (const path of fields.fields) {
    visit(data, path.split('.'), (value) => {
      found ||= isPresent(value);
      return value;
    });
  }
  return found;
}

/** The data with the personal values encrypted, in a copy; without a key (an erased person) they become null. */
export function sealFields(data: object, fields: PersonalFields, key: KeyObject | undefined): object {
  if (!holdsPersonalValues(data, fields)) return data;
  const subject = subjectOf(data, fields) ?? '';
  return mapFields(data, fields, (value) => {
    if (!isPresent(value) || isSealed(value)) return value;
    return key === undefined ? null : seal(value, key, subject);
  });
}

/** A copy of the data with the personal values readable again; without a key they are null. Throws on a value that does not open. */
export function openFields<T extends object>(data: T, fields: PersonalFields, key: KeyObject | undefined): T {
  const subject = subjectOf(data, fields) ?? '';
  return mapFields(data, fields, (value) => {
    if (!isSealed(value)) return value;
    return key === undefined ? null : openOrRefuse(value, key, subject);
  });
}

/** What goes wrong in between may quote the value: only that it went wrong is said. */
function openOrRefuse(value: Sealed, key: KeyObject, subject: string): unknown {
  try {
    return open(value, key, subject);
  } catch {
    throw new Error('a personal field does not open with its key');
  }
}

/** Encrypts any JSON value. The subject is bound to it, so that no value moves from person to person. */
function seal(value: unknown, key: KeyObject, subject: string): Sealed {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(subject));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return { $sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') };
}

/** Each is handed out once. */
function nextNonce(): Buffer {
  if (nonces.length < nonceBytes) nonces = randomBytes(nonceBytes * noncesAtOnce);
  const nonce = nonces.subarray(0, nonceBytes);
  nonces = nonces.subarray(nonceBytes);
  return nonce;
}

function open(sealed: Sealed, key: KeyObject, subject: string): unknown {
  const bytes = Buffer.from(sealed.$sealed, 'base64');
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  cipher.setAAD(Buffer.from(subject)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([cipher.update(bytes.subarray(nonceBytes + tagBytes)), cipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

function mapFields<T extends object>(
  data: T,
  fields: PersonalFields,
  change: (value: unknown) => unknown,
): T {
  const copy = copyOf(data);
  for (const path of fields.fields) visit(copy, path.split('.'), change);
  return copy;
}

/** Much quicker than structuredClone. What prints itself as JSON (a date) is never changed, so it is kept. */
function copyOf<T>(value: T): T {
  if (!isHolder(value) || typeof value['toJSON'] === 'function') return value;
  const copy: unknown = Array.isArray(value)
    ? value.map(copyOf)
    : Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copyOf(held)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same shape, element by element
  return copy as T;
}

/** Replaces the value at a path; `*` stands for every element of an array. Missing parts are left alone. */
function visit(node: unknown, path: readonly string[], change: (value: unknown) => unknown): void {
  const [key, ...rest] = path;
  if (key === undefined || !isHolder(node)) return;
  const keys = key === '*' ? Object.keys(node) : [key];
  for (const each of keys) {
    if (!Object.hasOwn(node, each)) continue;
    if (rest.length > 0) visit(node[each], rest, change);
    else node[each] = change(node[each]);
  }
}

function child(node: unknown, key: string): unknown {
  return isHolder(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isSealed(value: unknown): value is Sealed {
  return typeof child(value, '$sealed') === 'string';
}
