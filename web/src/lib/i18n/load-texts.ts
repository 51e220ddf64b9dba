type Texts = Record<string, unknown>;

/**
 * One small file per language and slice; the bundler makes each a chunk of its own. They lie in the domain, since what is
 * printed and what is exported is written by the servers from the same files.
 */
const files = import.meta.glob<Texts>('./*/*.json', {
  base: '../../../../packages/domain/src/locales',
  import: 'default',
});

/** Texts of one slice in one language. Throws when there is no such file, so that a forgotten language shows in tests. */
export async function loadTexts(language: string, slice: string): Promise<Texts> {
  const load = files[`./${language}/${slice}.json`];
  if (!load) throw new Error(`no texts for ${language}/${slice}`);
  return load();
}
