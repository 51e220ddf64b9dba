type Texts = Record<string, unknown>;

/** One small file per language and slice; the bundler makes each a chunk of its own. */
const files = import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default' });

/** Texts of one slice in one language. Throws when there is no such file, so that a forgotten language shows in tests. */
export async function loadTexts(language: string, slice: string): Promise<Texts> {
  const load = files[`../../locales/${language}/${slice}.json`];
  if (!load) throw new Error(`no texts for ${language}/${slice}`);
  return load();
}
