import { existsSync } from 'node:fs';
import type { Rolldown } from 'vite';
import { FIRST_TEXTS } from '../src/lib/i18n/first-texts.ts';

const NAMESPACES = /useTranslation\(\s*(\[[^\]]*\]|["'`][^"'`]*["'`])/g;
const isSlice = (name: string): boolean =>
  existsSync(new URL(`../../packages/contracts/src/locales/en/${name}.json`, import.meta.url));

/**
 * Each lazily loaded chunk says, once it has run, which texts its modules draw with and those that it imports at once
 * (`lib/i18n/i18n.ts`): they are loaded before it is drawn.
 */
export function chunkTexts(): Rolldown.Plugin {
  return {
    name: 'chunk-texts',
    renderChunk(code, { isDynamicEntry, facadeModuleId }) {
      const names =
        isDynamicEntry && facadeModuleId !== null ? [...namespacesFrom(facadeModuleId, this)] : [];
      const own = names.filter((name) => isSlice(name) && !FIRST_TEXTS.includes(name));
      if (own.length === 0) return null;
      return `${code}\nglobalThis.needTexts?.push(${own.map((name) => JSON.stringify(name)).join()});\n`;
    },
  };
}

/** The texts that a module names, with all that it imports at once. */
export function namespacesFrom(entry: string, context: Rolldown.PluginContext): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id) || id.includes('/node_modules/')) return;
    seen.add(id);
    const module = context.getModuleInfo(id);
    for (const [, given = ''] of (module?.code ?? '').matchAll(NAMESPACES))
      for (const name of given.match(/[\w-]+/g) ?? []) names.add(name);
    module?.importedIds.forEach(visit);
  };
  visit(entry);
  return names;
}
