import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const here = fileURLToPath(new URL('../../../../packages/contracts/src/locales', import.meta.url));

function textsIn(node: unknown, path: string): [path: string, text: string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    textsIn(value, `${path}.${key}`),
  );
}

const textsOf = (language: string): [path: string, text: string][] =>
  readdirSync(join(here, language)).flatMap((file) =>
    textsIn(JSON.parse(readFileSync(join(here, language, file), 'utf8')), file.replace('.json', '')),
  );

/** French sets U+202F before ; ! ? and in thousands, U+00A0 before : and inside « », so that no line breaks there. */
const WRONG_SPACE_IN_FRENCH =
  /(?<!\u202f)[;!?]|(?<!\u00a0|\d):(?!\/\/)|«(?!\u00a0)|(?<!\u00a0)»|\d[ \u00a0]\d{3}/;

/** `$t(terms:yes)`: another text, checked where it stands; and commands between back quotes. */
const REFERENCE = /\$t\([^)]*\)|`[^`]*`/g;

describe('spaces in French', () => {
  it('never let a sign or a thousand stand alone on the next line', () => {
    const said = textsOf('fr').map(([path, text]) => [path, text.replace(REFERENCE, '')]);
    expect(said.filter(([, text = '']) => WRONG_SPACE_IN_FRENCH.test(text))).toEqual([]);
  });

  it.each(['Prêt ?', 'Prêt?', 'Motif : or', '«Or»', '10 000 pièces'])('are wrong in %s', (text) => {
    expect(text).toMatch(WRONG_SPACE_IN_FRENCH);
  });

  it.each(['Prêt\u202f?', 'Motif\u00a0: or', '«\u00a0Or\u00a0»', '10\u202f000 pièces', '15:04', 'https://x'])(
    'are right in %s',
    (text) => {
      expect(text).not.toMatch(WRONG_SPACE_IN_FRENCH);
    },
  );
});

describe.each(['fr', 'es'])('plurals of millions in %s', (language) => {
  it('follow a number in digits without "de"', () => {
    const digitsWithDe = /\}\} (?:de (?!plus\b|ellas\b|\{\{)|d’(?!entre\b))/;
    const wrong = textsOf(language).filter(
      ([path, text]) => path.endsWith('_many') && digitsWithDe.test(text),
    );
    expect(wrong).toEqual([]);
  });
});

describe('Spanish', () => {
  it('addresses everybody as usted', () => {
    const familiar = /\b(?:tu|tus|contigo|Mira|Elige|elígela|Escanea|Indica|Introduce|Apártala)\b/;
    expect(textsOf('es').filter(([, text]) => familiar.test(text))).toEqual([]);
  });
});
