import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';

/**
 * Screens, printed documents and exported sheets say a term with one text: `terms`, `values` and the names of the stages. Who has
 * the same word to say refers to it, `$t(terms:field.tracking)`, or asks for it by that key.
 */
const locales = fileURLToPath(new URL('../../../../packages/contracts/src/locales', import.meta.url));
const languages = LANGUAGES.map(({ tag }) => tag);

/** Keys that say in English what a term says, and mean another thing; or address the customer, whose page has own words. */
const OTHER_MEANINGS = new Set([
  // What was done to an account or a role, and how many repairs began: not the stage of a piece.
  'changes:event.UserOpened',
  'changes:event.RoleDefined',
  'changes:event.WorkerRoleDefined',
  'changes:event.WebhookMade',
  'dashboard:weeks.created',
  // What a bench takes from stock: not the metal of a product, not the pieces of a package.
  'bench:parts.metal',
  'bench:parts.pieces',
  // A way to reach a client, and what is held about a person: not a field, not a list on paper.
  'messages:channel.email',
  'privacy:held.pieces',
  // Days of a span, kinds of events: not ends of a package, a count or a number.
  'audit:feed.from',
  'audit:feed.to',
  'audit:kind.item',
  'audit:kind.rma',
  'replay:subject.rma',
  // Facts and moments on a file: no stage, no column of a document.
  'replay:field.cancelled',
  'replay:field.closed_at',
  'replay:field.custody_site',
  'replay:field.origin',
  'replay:field.sent_at',
  // The value of a setting, the kind of an account, what a code names: not a column.
  'changes:field.value',
  'changes:field.kind',
  'changes:value.shop',
  'users:types.shop',
  'users:role.shop',
  'custody:by.package',
  // Before the holder's name, in a sentence.
  'custody:heldBy',
  // A person who receives: the document names the consignee.
  'deposit:field.receiver_name',
  'rma:field.receiver',
  // Work of a machine that was stopped or put right.
  'errors:kind.aborted',
  'jobs:consistency.stage.repaired',
  // Pieces that a bench awaits, or that the past of a series makes likely: not a day.
  'repair:scan.expected',
  'radar:expected',
  // Ends and kind of a way between statuses: not of a package or a document.
  'insight:process.from',
  'insight:process.to',
  'insight:process.kind',
  // What a file is for, the format of paper, a list of pieces, a group of what was found, several packages: the document says a motive, a size of jewels, a number, a moment.
  'exports:type.label',
  'messages:state.received',
  'messages:state.sent',
  'palette:group.pieces',
  'papers:size.title',
  'repair:scan.pieces',
  'steps:pieces',
  'sending:sent.title',
  'status:bucket.sent_to_warehouse',
  // Of one piece, where the term is of a package; of a request that was not made; of the years; of a department.
  'receiving:line.received',
  'repair:verdict.cancelled',
  'search:filter.waiver.0',
  'system:setting.warranty_years',
  'workers:floor.quality',
  // The menu and the page of RMAs: the column holds a number.
  'shell:group.rma',
  'shell:title.readRma',
]);

type Texts = ReadonlyMap<string, string>;

function textsIn(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    textsIn(value, path.endsWith(':') ? path + key : `${path}.${key}`),
  );
}

const textsOf = (language: string): Texts =>
  new Map(
    readdirSync(join(locales, language)).flatMap((file) =>
      textsIn(JSON.parse(readFileSync(join(locales, language, file), 'utf8')), file.replace('.json', ':')),
    ),
  );

const texts = new Map(languages.map((language) => [language, textsOf(language)]));
const english = texts.get('en') ?? new Map<string, string>();
const isTerm = (key: string) => /^(terms|values|documents|sheets):|^status:name/.test(key);
const termsByText = Map.groupBy(
  [...english].filter(([key]) => isTerm(key)),
  ([, text]) => text,
);

/** Keys that say in English what a term says, with the terms. */
const repeated = [...english].flatMap(([key, text]) => {
  const terms = (termsByText.get(text) ?? []).map(([term]) => term).filter((term) => term !== key);
  return terms.length === 0 || key.startsWith('customer:') ? [] : [{ key, terms }];
});
const isSaidAlike = ({ key, terms }: (typeof repeated)[number]): boolean =>
  terms.some((term) => languages.every((it) => texts.get(it)?.get(key) === texts.get(it)?.get(term)));

describe('a term of screens, printed documents and sheets', () => {
  it('has one text, that others refer to', () => {
    expect(repeated.filter(isSaidAlike)).toEqual([]);
  });

  it('is not said in other words elsewhere', () => {
    const others = repeated.filter((it) => !isSaidAlike(it)).map(({ key }) => key);
    expect(others.toSorted()).toEqual([...OTHER_MEANINGS].toSorted());
  });

  it.each(languages)('is there for each that refers to it in %s', (language) => {
    const own = texts.get(language) ?? new Map<string, string>();
    const references = [...own].flatMap(([key, text]) =>
      [...text.matchAll(/\$t\(([^)]+)\)/g)].map(([, term = '']) => ({ key, term })),
    );
    expect(references.length).toBeGreaterThan(20);
    // What is loaded with the shell, so that no reference is shown as it is written; or by the one part that says it.
    const late = references.filter(({ term }) => !/^(terms|status):/.test(term)).map(({ key }) => key);
    expect(late).toEqual(['history:event.ItemLinked']);
    expect(references.filter(({ term }) => !own.has(term))).toEqual([]);
  });
});
