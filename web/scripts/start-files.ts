import type { Rolldown } from 'vite';
import { SCREENS } from '../src/app/routes.ts';
import { namespacesFrom } from './chunk-texts.ts';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** What a browser loads before a screen is drawn, so that the start page can ask for all of it at once. */
export interface StartFiles {
  /** As the router writes it, `/operation/:divisionId/:divisionName`. */
  readonly path: string;
  /** The face of every first text; those of other scripts come when such a text is there. */
  readonly fonts: readonly string[];
  readonly sheets: readonly string[];
  readonly scripts: readonly string[];
  /** The chunks of its texts, by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

const STAFF_APP = '/web/src/app/start.tsx';
/** Loaded by the app before the first drawing of any screen. */
const AHEAD = '/app/palette/scans-elsewhere.tsx';
const TEXTS = /\/contracts\/src\/locales\/([^/]+)\/([^/]+)\.json$/;
const FIRST_TEXTS = /\/lib\/i18n\/texts\/([^/]+)\.ts$/;
const FIRST_FACE = /\/inter-latin-wght-normal-[\w-]+\.woff2$/;
/** What a screen draws first and loads separately, because other screens draw it too: asked for with the screen. */
const FIRST_PARTS: Readonly<Record<string, readonly string[]>> = {
  'insight/figures': ['turnaround-chart', 'bars-chart'],
  'insight/flow/flow': ['flow/flow-chart'],
};
const PAGES = [{ path: '/login', screen: 'identity/login' }, ...SCREENS];

/** Writes `.vite/start-files.json`: for each address of the staff's app the scripts, sheets and texts of its first drawing. */
export function startFiles(): Rolldown.Plugin {
  return {
    name: 'start-files',
    generateBundle: {
      // After Vite has dropped the chunks that held nothing but a sheet.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
        const pages = PAGES.map(({ path, screen }) => ({
          fonts: Object.keys(bundle).filter((name) => FIRST_FACE.test(name)),
          ...filesOf(path, screen, chunks, this),
        }));
        this.emitFile({ type: 'asset', fileName: '.vite/start-files.json', source: JSON.stringify(pages) });
      },
    },
  };
}

function filesOf(
  path: string,
  screen: string,
  chunks: readonly Chunk[],
  context: Rolldown.PluginContext,
): Omit<StartFiles, 'fonts'> {
  const chunkOf = (module: string) =>
    chunks.filter(({ facadeModuleId: id }) => id?.endsWith(module) === true);
  const own = chunkOf(`/web/src/features/${screen}.screen.tsx`);
  // In the order in which the scripts would load them: the sheet of the app declares the layers of the others.
  const entries = [
    ...chunks.filter(({ isEntry }) => isEntry),
    ...chunkOf(STAFF_APP),
    ...chunkOf(AHEAD),
    ...own,
  ];
  const parts = (FIRST_PARTS[screen] ?? []).flatMap((part) => chunkOf(`/features/insight/${part}.tsx`));
  const loaded = withImports([...entries, ...parts], chunks);
  return {
    path,
    sheets: [...new Set(loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
    scripts: loaded.map(({ fileName }) => fileName),
    texts: textsOf(namespacesFrom(own[0]?.facadeModuleId ?? '', context), chunks),
  };
}

/** The chunks and all that they import at once, each once. */
function withImports(entries: readonly Chunk[], all: readonly Chunk[]): Chunk[] {
  const found = new Set<Chunk>();
  const visit = (chunk: Chunk): void => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) all.filter(({ fileName }) => fileName === name).forEach(visit);
  };
  entries.forEach(visit);
  return [...found];
}

function textsOf(namespaces: ReadonlySet<string>, chunks: readonly Chunk[]): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const { facadeModuleId, fileName } of chunks) {
    const id = facadeModuleId ?? '';
    const [, first] = FIRST_TEXTS.exec(id) ?? [];
    const [, language = first, namespace] = TEXTS.exec(id) ?? [];
    const isWanted = first !== undefined || (namespace !== undefined && namespaces.has(namespace));
    if (language !== undefined && isWanted) (texts[language] ??= []).push(fileName);
  }
  return texts;
}
