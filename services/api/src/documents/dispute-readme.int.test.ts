import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDispute, type Dispute } from './testing-dispute.ts';

const place = mkdtempSync(join(tmpdir(), 'atelier-dispute-readme-'));
const archive = join(place, 'dispute.zip');
const run = promisify(execFile);

let dispute: Dispute;
beforeAll(async () => {
  dispute = await openDispute();
  writeFileSync(archive, dispute.zip);
});
afterAll(async () => {
  await dispute.calls.api.close();
  rmSync(place, { recursive: true, force: true });
});

const UNPACK: Readonly<Record<string, readonly string[]>> = {
  unzip: ['-q', archive],
  python3: ['-m', 'zipfile', '-e', archive, '.'],
};

const NODES = {
  system: '/usr/bin/node',
  ours: fileURLToPath(new URL('../../../../node_modules/node/bin/node', import.meta.url)),
};

const unpackers = Object.keys(UNPACK).filter((program) => spawnSync(program, ['--help']).status === 0);

/** Major version of a Node.js, or why it is left out. */
function nodeAt(program: string): number | string {
  if (!existsSync(program)) return 'it is not installed';
  const major = Number(/^v(\d+)/.exec(spawnSync(program, ['--version']).stdout.toString())?.[1]);
  return major >= 20 ? major : `its version ${major} is older than 20`;
}

async function unpack(folder: string, program = unpackers[0]): Promise<string> {
  if (program === undefined) throw new Error(`install one of ${Object.keys(UNPACK).join(', ')}`);
  await run(program, [...(UNPACK[program] ?? [])], { cwd: folder });
  return folder;
}

const unpacked = (program?: string) => unpack(mkdtempSync(join(place, 'unpacked-')), program);

/** The line that README.txt gives, as it stands there. */
const lineIn = (folder: string): string =>
  /^ {2}(node .+)$/m.exec(readFileSync(join(folder, 'README.txt'), 'utf8'))?.[1] ?? '';

/** Runs a line in a shell whose `node` is this one. */
function typed(line: string, folder: string, node: string) {
  const PATH = [dirname(node), process.env['PATH'] ?? ''].join(delimiter);
  return run('sh', ['-c', line], { cwd: folder, env: { PATH } });
}

const VERSIONS = Object.entries(NODES).map(([name, node]) => ({ name, node, version: nodeAt(node) }));

describe.each(VERSIONS)('the line of README.txt in an unpacked dispute file', ({ name, node, version }) => {
  const says = typeof version === 'number' ? `Node ${version}` : `${name} Node left out: ${version}`;
  it.runIf(typeof version === 'number').each(unpackers)(
    `verifies every file and picture after %s (${says})`,
    async (program) => {
      const folder = await unpacked(program);
      expect(existsSync(join(folder, 'images/01-deposit.jpg'))).toBe(true);
      const { stdout } = await typed(lineIn(folder), folder, node);
      expect(stdout).toContain('atelier-dispute-file-3: 12 files are what the log signed');
      expect(stdout).toMatch(new RegExp(`item-${dispute.itemId}: (\\d+) of \\1 events proven`));
    },
  );
});

describe('an unpacked dispute file', () => {
  it.each(['.', './', '../case', './/', '../../unpack/case'])(
    'is verified when its folder is named as %s',
    async (named) => {
      const folder = join(mkdtempSync(join(place, 'named-')), 'unpack/case');
      mkdirSync(folder, { recursive: true });
      await unpack(folder);
      const { stdout } = await typed(lineIn(folder).replace(' . ', ` ${named} `), folder, process.execPath);
      expect(stdout).toContain('12 files');
    },
  );

  it('is refused with a changed picture, and with a file that does not belong to it', async () => {
    const folder = await unpacked();
    const [line, picture] = [lineIn(folder), join(folder, 'images/01-deposit.jpg')];
    const bytes = readFileSync(picture);
    writeFileSync(picture, Buffer.concat([bytes, bytes]));
    await expect(typed(line, folder, process.execPath)).rejects.toThrow('images/01-deposit.jpg was changed');
    writeFileSync(picture, bytes);
    writeFileSync(join(folder, 'images/02.jpg'), bytes);
    await expect(typed(line, folder, process.execPath)).rejects.toThrow(
      'images/02.jpg is not in the manifest',
    );
  });

  it('is verified by a program that a browser saved under another name', async () => {
    const folder = await unpacked();
    const program = join(place, 'atelier-verify (1).mjs');
    writeFileSync(program, readFileSync(join(folder, 'atelier-verify.mjs')));
    const line = lineIn(folder).replace('atelier-verify.mjs', `'${program}'`);
    expect((await typed(line, folder, process.execPath)).stdout).toContain('12 files');
  });
});
