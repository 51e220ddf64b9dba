import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_NAMES } from '@atelier/application/platform/setting-names.ts';
import { describe, expect, it } from 'vitest';
import { configurationPage, settingNames } from './testing-configuration-page.ts';
import { projectRoot } from '@atelier/host/files.ts';

const file = join(projectRoot, 'docs', 'configuration.md');

describe('docs/configuration.md', () => {
  it('is what the schemas of the processes say', () => {
    if (process.env['UPDATE_CONFIGURATION'] === '1') writeFileSync(file, configurationPage());
    expect(readFileSync(file, 'utf8')).toBe(configurationPage());
  });

  it('describes every variable', () => {
    const undescribed = configurationPage()
      .split('\n')
      .filter((line) => /\|\s*\|$/.test(line));
    expect(undescribed).toEqual([]);
  });

  it('has the names that a misspelt variable is compared with', () => {
    const known = SETTING_NAMES.filter((name) => !name.endsWith('_FILE') || settingNames().includes(name));
    expect(settingNames().toSorted()).toEqual(known.toSorted());
  });
});
