import { EVENT_FIELDS } from '@atelier/domain/event-fields/event-fields.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { LogCursor } from '@atelier/event-store/log-requests.ts';

/** Sealed texts that hold no words about a customer, and why. */
const NO_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\.(contact\.phoneCode|address\.country|survey\.reason)$/, 'chosen from a list'],
  [
    /\.(images\.\*|goldImage|extendedWarrantyProof|fakeProduct\.image|image|imageId|photos\.\*)$/,
    'names a picture',
  ],
  [/\.(signature|signing)$/, 'names the document that was signed'],
  [/\.network$/, 'a digest of an address'],
  [/^CommentAdded\.email$/, 'the address of a colleague'],
  [/^PersonExportKeyKept\.part$/, 'a key'],
  [/^(User|Worker)/, 'of those who work here, who are not erased with a customer'],
  [/^ExportRequested\.search$/, 'what was searched for, under the key of the export'],
  [/^ErasureApproved\.note$/, 'written when everything else is counted already'],
];

/** Sealed texts of events that take words about a customer, and in which nothing was found. */
export function untoldTexts(told: ReadonlySet<string>): readonly string[] {
  const sealed = Object.entries(EVENT_FIELDS).flatMap(([type, fields]) =>
    Object.keys(fields).flatMap((path) => (fields[path] === 'sealed' ? [`${type}.${path}`] : [])),
  );
  const isFree = (name: string): boolean => !NO_WORDS.some(([pattern]) => pattern.test(name));
  return sealed.filter((name) => isFree(name) && !told.has(name));
}

/** `type.path` of every text of the log that is one of those. */
export async function textsOf(
  store: Pick<EventStore, 'readLog'>,
  isOne: (text: string) => boolean,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let after: LogCursor | 0 | undefined = 0; after !== undefined;) {
    const { events, next, horizon } = await store.readLog({ after, limit: 500 });
    for (const event of events)
      if ('data' in event)
        for (const path of pathsOf(event.data, '', isOne)) found.add(`${event.type}.${path}`);
    after = next.position < horizon.position ? next : undefined;
  }
  return found;
}

function pathsOf(value: unknown, above: string, isOne: (text: string) => boolean): readonly string[] {
  if (typeof value === 'string') return isOne(value) ? [above] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    pathsOf(inner, `${above}${above && '.'}${Array.isArray(value) ? '*' : name}`, isOne),
  );
}
