import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { floorKey } from './use-floor-word.ts';

const STANDARD = ['Reception', 'Incoming check', 'Repair', 'Quality', 'Supervision', 'Supervisor'];

describe.each(LANGUAGES.map(({ tag }) => tag))('the standard roles and departments in %s', (language) => {
  const file = new URL(
    `../../../../packages/contracts/src/locales/${language}/workers.json`,
    import.meta.url,
  );
  const { floor } = JSON.parse(readFileSync(file, 'utf8')) as { floor: Record<string, string> };

  it('have names', () => {
    for (const name of STANDARD) expect(floor[floorKey(name)] ?? '').not.toBe('');
  });
});
