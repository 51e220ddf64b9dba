import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { runScriptOn } from '@atelier/host/testing-script.ts';

// Each is a separate program.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-help-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of package.json, and the script that bootstrap.mjs runs for each. */
function commands(): readonly (readonly [command: string, script: string, suite: string])[] {
  const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
  const scripts = new Map(
    [...read('bootstrap.mjs').matchAll(/^ {2}'?([\w:]+)'?: '([\w/-]+\.ts)',$/gm)].map((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  );
  const named = [
    ...read('../package.json').matchAll(/^ {4}"([\w:]+)": ".*bootstrap\.mjs ([\w:]+)( \w+)?"/gm),
  ];
  return named.map(([, command = '', name = '', suite = '']) => [
    command,
    scripts.get(name) ?? `no script for ${name}`,
    suite.trim(),
  ]);
}

it('knows the commands', () => expect(commands().length).toBeGreaterThan(20));

it.each(commands())('npm run %s -- --help prints help and does nothing', async (command, script, suite) => {
  const data = join(folder, command.replace(':', '-'));
  const { code, said } = await runScriptOn(script, [...(suite === '' ? [] : [suite]), '--help'], {
    DATA_DIR: data,
  });
  expect([code, said.split('\n')[0]]).toEqual([0, expect.stringMatching(/\bnpm (?:run )?[\w:]+/)]);
  const isShort = command === 'start' || script === 'scripts/test.ts';
  expect(said).toContain(isShort ? `npm ${command.split(':')[0]}` : `npm run ${command}`);
  expect(existsSync(data)).toBe(false);
});
