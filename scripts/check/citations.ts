import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { isCode, type Finding, type SourceFile } from './sources.ts';

/** Files whose words cannot change any more, or that must hold the forms which this rule refuses. */
const EXEMPT: readonly { readonly path: RegExp; readonly reason: string }[] = [
  { path: /^scripts\/check\/(citations(\.test)?|rules\.test)\.ts$/, reason: 'they name what is refused' },
];

/** What comments once cited and the repository does not hold. */
const GONE: readonly (readonly [RegExp, string])[] = [
  [/\bproduct\.md\b|\bproduct §/i, 'product.md'],
  [/\bspecification(’s|'s)?\b/i, 'a specification'],
  [
    /(?<![\w/(-])(reliability|performance|architecture|experience|style|language|house|stack)\.md\b/,
    'a design document',
  ],
  [/\bdesign\/[\w-]+\.md\b/, 'a design document'],
  [/["“]must show["”]/i, 'what an issue must show'],
  [/\bissue #?\d/i, 'an issue'],
  [/\([RS]\d{1,2}\)|['"`*/] ?[RS]\d{1,2}: |\b[RS]\d{1,2} (and [RS]\d{1,2} )?of /, 'the code of a promise'],
];

const CITED = /\bproduct\/([\w-]+\.md)(?: §\d+(?:(?:, | and )§\d+)*)?/g;
const DECISION = /\bdecisions\/(\d{4})\b/g;
const DOCUMENT = /(?<![\w/.])docs\/[\w./-]+\.md\b/g;
const SECTION = /^## (\d+)\. /gm;
const LINK = /\]\(([^)\s]+)\)/g;
/** A section of the page itself, or of the page that the link before it leads to. */
const OWN_SECTION = /(?:\]\(([\w-]+\.md)\) )?§(\d+)/g;
/** A path of the project in a document: whole, or so much of it that it names something. */
const OWN_PATH = /`((?:packages|services|web|demo|scripts|tests|docs|migrations)\/[\w./-]*[\w/])`/g;
const TEST_FILE = /`([\w.-]+\.(?:test|bench)\.tsx?)`/g;

interface Held {
  readonly paths: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly decisions: ReadonlySet<string>;
  /** Sections by file name of `docs/product`. */
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
  readonly isThere: (path: string) => boolean;
}

/**
 * Citations that lead nowhere: `product/<file>.md §N`, `decisions/NNNN`, documents, links and paths in documents, test files that
 * a page of `docs/product` names; and every citation of a document that the repository does not hold. `isThere` says whether a
 * path from the project's root exists.
 */
export function findDeadCitations(
  files: readonly SourceFile[],
  isThere: Held['isThere'] = (path) => existsSync(join(projectRoot, path)),
): Finding[] {
  const held = { ...holdings(files), isThere };
  return files
    .filter(({ path }) => isRead(path) && !EXEMPT.some((exempt) => exempt.path.test(path)))
    .flatMap((file) => deadIn(file, held).map((message) => ({ path: file.path, message })));
}

const isRead = (path: string): boolean => isCode(path) || /\.(md|sql|css|html|yaml)$/.test(path);

function holdings(files: readonly SourceFile[]): Omit<Held, 'isThere'> {
  const pages = files.filter(({ path }) => /^docs\/product\/[\w-]+\.md$/.test(path));
  return {
    paths: files.map(({ path }) => path),
    names: new Set(files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))),
    decisions: new Set(files.flatMap(({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? [])),
    pages: new Map(
      pages.map(({ path, text }) => [
        path.slice('docs/product/'.length),
        new Set([...text.matchAll(SECTION)].map(([, number = '']) => number)),
      ]),
    ),
  };
}

function deadIn({ path, text }: SourceFile, held: Held): string[] {
  return [
    ...GONE.filter(([form]) => form.test(text)).map(
      ([form, what]) => `line ${lineOf(text, form)} cites ${what}, which the repository does not hold`,
    ),
    ...[...text.matchAll(CITED)].flatMap(([whole, page = '']) => deadSections(whole, page, held)),
    ...[...text.matchAll(DECISION)]
      .filter(([, number = '']) => !held.decisions.has(number))
      .map(([whole]) => `${whole} is no decision record`),
    ...[...text.matchAll(DOCUMENT)]
      .filter(([document]) => !held.isThere(document))
      .map(([document]) => `${document} is not there`),
    ...(path.endsWith('.md') ? [...deadLinks(path, text, held), ...deadPaths(text, held)] : []),
    ...(path.startsWith('docs/product/') ? deadInPage(path, text, held) : []),
  ];
}

function deadSections(cited: string, page: string, { pages }: Held): string[] {
  const sections = pages.get(page);
  if (sections === undefined) return [`product/${page} is no page of docs/product`];
  return [...cited.matchAll(/§(\d+)/g)]
    .filter(([, number = '']) => !sections.has(number))
    .map(([section]) => `product/${page} has no ${section}`);
}

function deadLinks(path: string, text: string, { isThere }: Held): string[] {
  return [...text.matchAll(LINK)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .filter((target) => !isThere(normalize(join(dirname(path), target))))
    .map((target) => `links to ${target}, which is not there`);
}

function deadPaths(text: string, { paths, isThere }: Held): string[] {
  return [...text.matchAll(OWN_PATH)]
    .map(([, named = '']) => named)
    .filter((named) => !isThere(named) && !paths.some((path) => path.startsWith(named)))
    .map((named) => `names ${named}, which is not there`);
}

function deadInPage(path: string, text: string, held: Held): string[] {
  const own = path.slice('docs/product/'.length);
  const tests = [...text.matchAll(TEST_FILE)].filter(([, name = '']) => !held.names.has(name));
  return [
    ...[...text.matchAll(OWN_SECTION)].flatMap(([, page = own, number = '']) =>
      deadSections(`§${number}`, page, held),
    ),
    ...tests.map(([, name = '']) => `names ${name}, which is no file`),
  ];
}

function lineOf(text: string, form: RegExp): number {
  const place = form.exec(text)?.index ?? 0;
  return text.slice(0, place).split('\n').length;
}
