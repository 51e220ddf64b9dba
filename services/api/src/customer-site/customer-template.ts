import { type DrawnCustomerPage, FIRST_PAINT_ID } from '@atelier/contracts/customer-site/first-paint.ts';
import { z } from 'zod';

const ENTRY = 'src/features/customer-site/start.tsx';
/** Pages that the entry loads when they are asked for. */
export const FEE_CHUNK = 'src/features/customer-site/fee/fee-page.tsx';
export const SIGN_CHUNK = 'src/features/customer-site/sign/sign-page.tsx';
export const ACCESS_CHUNK = 'src/features/customer-site/access/access-page.tsx';
export const GUIDE_CHUNK = 'src/features/customer-site/guide/guide-page.tsx';
const chunks = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);
/** The faces of its first texts: without a hint they come after the first paint, and move it. */
const FIRST_FACES = /\/(inter-latin-wght|cormorant-garamond-latin-500)-normal-[\w-]+\.woff2$/;
type Chunks = z.output<typeof chunks>;

/**
 * The start page of the screens as a frame for the customer's page: language, title, its style sheets, what was drawn and what it was
 * drawn from. The sheets stand in the head, so that the first paint is the final one.
 * @param template `index.html` of the build
 * @param manifest the build's list of chunks, as JSON
 * @param page what it needs beside the entry's own chunks
 */
export function customerTemplate(
  template: string,
  manifest: string,
  page?: typeof FEE_CHUNK | typeof SIGN_CHUNK | typeof ACCESS_CHUNK | typeof GUIDE_CHUNK,
): (drawn: DrawnCustomerPage, first: object) => string {
  const files = filesOf(chunks.parse(JSON.parse(manifest)), [ENTRY, ...(page === undefined ? [] : [page])]);
  const links = [
    ...files.sheets.map((file) => `<link rel="stylesheet" href="/${file}" />`),
    ...files.faces.map((file) => `<link rel="preload" as="font" crossorigin href="/${file}" />`),
    ...files.scripts.map((file) => `<link rel="modulepreload" href="/${file}" />`),
    '<meta name="robots" content="noindex, nofollow" />',
  ].join('');
  return ({ title, language, direction, body }, first) =>
    template
      .replace(/<html[^>]*>/, () => `<html lang="${language}" dir="${direction}">`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>${links}`)
      .replace(/<noscript>.*?<\/noscript>/s, '')
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>${dataOf(first)}`);
}

/** Data, not a script: the content policy lets no script stand in a page. */
const dataOf = (first: object): string =>
  `<script type="application/json" id="${FIRST_PAINT_ID}">${JSON.stringify(first).replaceAll('<', String.raw`\u003c`)}</script>`;

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What the page's script loads at once, each once. */
function filesOf(
  all: Chunks,
  entries: readonly string[],
): Record<'sheets' | 'faces' | 'scripts', readonly string[]> {
  const names = new Set<string>();
  const visit = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    all[name]?.imports.forEach(visit);
  };
  entries.forEach(visit);
  const found = [...names].flatMap((name) => all[name] ?? []);
  return {
    sheets: [...new Set(found.flatMap(({ css }) => css))],
    faces: [...new Set(found.flatMap(({ assets }) => assets.filter((file) => FIRST_FACES.test(file))))],
    scripts: [...new Set(found.map(({ file }) => file))],
  };
}
