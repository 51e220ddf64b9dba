import { describe, expect, test } from 'vitest';
import { findBoundaryBreaks, type Allowed } from './boundaries.ts';
import { findDeadCommands } from './commands.ts';
import { findContractBreaks } from './contracts.ts';
import { findLongFiles } from './length.ts';
import { findForbiddenLicences, findPaidVersions, isAllowed } from './licences.ts';
import { importsOf, targetOf } from './imports.ts';
import { findMachineTraces } from './machine.ts';
import { findLooseVersions } from './manifests.ts';
import type { SourceFile } from './sources.ts';
import { findBareStatuses } from './statuses.ts';

const file = (path: string, text: string): SourceFile => ({ path, text });
const breaksOf = (texts: Record<string, string>, allowed: Partial<Allowed> = {}): string[] =>
  findBoundaryBreaks(
    Object.entries(texts).map(([path, text]) => file(path, text)),
    { sliceImports: [], cycles: [], ...allowed },
  ).map(({ message }) => message);
/** With whatever a line imports being there. */
const breaks = (path: string, text: string): string[] =>
  breaksOf({
    ...Object.fromEntries(importsOf(text).map((specifier) => [targetOf(path, specifier) ?? specifier, ''])),
    [path]: text,
  });

describe('boundaries', () => {
  test('finds every form of import', () => {
    const text = `import type { A } from './a.ts';\nexport * from "./b.ts";\nawait import('./c.ts');\nimport './d.css';`;
    expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.css']);
  });

  test('does not take a comment for an import', () => {
    expect(importsOf(`// from './a.ts'\n/* import './b.ts' */`)).toEqual([]);
  });

  test.each([
    ['packages/domain/src/deposit/decide.ts', `import { sql } from 'kysely';`, /zod only/],
    [
      'packages/domain/src/deposit/decide.ts',
      `import { x } from '@atelier/application/x.ts';`,
      /may not use @atelier\/application/,
    ],
    [
      'packages/application/src/deposit/rows.queries.ts',
      `import { x } from '@atelier/api/app.ts';`,
      /may not use @atelier\/api/,
    ],
    ['services/api/src/app.ts', `import { x } from '@atelier/workers/queues.ts';`, /may not use/],
    ['web/src/main.tsx', `import { x } from '@atelier/application/platform/database.ts';`, /may not use/],
    ['services/api/src/app.ts', `import { x } from '../../workers/src/queues.ts';`, /another workspace/],
    ['services/api/src/app.ts', `import { x } from '@atelier/tests/harness/redis.ts';`, /only tests/],
    [
      'packages/domain/src/deposit/decide.ts',
      `import { x } from '../shipping/decide.ts';`,
      /domain\/deposit reaches .*shipping\/decide.ts/,
    ],
    [
      'services/api/src/deposit/routes.ts',
      `import { x } from '@atelier/application/shipping/box.projection.ts';`,
      /api\/deposit reaches packages\/application\/src\/shipping/,
    ],
    ['web/src/features/deposit/list.tsx', `import { x } from '../shipping/box.tsx';`, /web\/deposit reaches/],
    ['web/src/shared/scan/list.tsx', `import { x } from '../../features/deposit/list.tsx';`, /stand above/],
    ['web/src/lib/tag.tsx', `import { x } from '../app/guard.ts';`, /stand above/],
    ['packages/ui/src/tag.tsx', `import { x } from '@atelier/domain/kernel.ts';`, /may not use/],
    ['packages/browser-sync/src/queue.ts', `import { x } from '@atelier/web/app/start.ts';`, /may not use/],
    ['packages/event-store/src/types.ts', `import { x } from '@atelier/domain/kernel.ts';`, /may not use/],
    ['packages/event-store/src/types.ts', `import { Kysely } from 'kysely';`, /imports pg only/],
    ['services/api/src/gossip/routes.ts', ``, /no slice that/],
    ['web/src/features/gossip/list.tsx', ``, /no slice that/],
    ['packages/event-store/src/deposit/fold.ts', ``, /no slice that/],
    ['packages/domain/src/deposit/decide.ts', `const now = Date.now();`, /reads the clock/],
    ['packages/domain/src/deposit/decide.ts', `const now = new Date();`, /reads the clock/],
    ['packages/domain/src/deposit/decide.ts', `const id = Math.random();`, /random/],
  ])('refuses in %s: %s', (path, text, message) => {
    expect(breaks(path, text)).toEqual([expect.stringMatching(message)]);
  });

  test.each([
    [
      'packages/domain/src/deposit/decide.ts',
      `import { z } from 'zod';\nimport { x } from '../shipping/events.ts';`,
    ],
    ['packages/domain/src/deposit/decide.ts', `import { x } from '../decider.ts';\nconst t = new Date(0);`],
    [
      'packages/domain/src/deposit/decide.test.ts',
      `import fc from 'fast-check';\nimport { x } from '../shipping/decide.ts';`,
    ],
    [
      'packages/application/src/deposit/rows.int.test.ts',
      `import { x } from '@atelier/tests/harness/postgres.ts';`,
    ],
    [
      'services/api/src/deposit/routes.ts',
      `import { x } from '@atelier/application/deposit/rows.queries.ts';`,
    ],
    ['web/src/features/deposit/list.tsx', `import { x } from '@atelier/domain/shipping/price.ts';`],
    [
      'services/api/src/deposit/routes.ts',
      `import { x } from '@atelier/application/shipping/box.queries.ts';`,
    ],
    ['packages/application/src/deposit/list.queries.ts', `import { x } from '../repair/item-row.table.ts';`],
  ])('allows in %s: %s', (path, text) => {
    expect(breaks(path, text)).toEqual([]);
  });
});

describe('exceptions', () => {
  const texts = {
    'web/src/features/deposit/list.tsx': `import { x } from '../nav/box.tsx';`,
    'web/src/features/nav/box.tsx': '',
  };
  const listed = { from: 'web/deposit', to: 'web/src/features/nav/box.tsx' };

  test('let stand what is counted, and no more', () => {
    expect(breaksOf(texts, { sliceImports: [{ ...listed, imports: 1 }] })).toEqual([]);
    const another = {
      ...texts,
      'web/src/features/deposit/search/found.tsx': `import { x } from '../../nav/box.tsx';`,
    };
    expect(breaksOf(another, { sliceImports: [{ ...listed, imports: 1 }] })).toEqual([
      expect.stringMatching(/web\/deposit reaches .*listed: 1/),
    ]);
  });

  test('are refused when they are needed no more', () => {
    expect(breaksOf(texts, { sliceImports: [{ ...listed, imports: 2 }] })).toEqual([
      expect.stringMatching(/in 1 files, not 2: shorten the list/),
    ]);
    const [a, b] = ['web/src/a.ts', 'web/src/b.ts'];
    expect(breaksOf({ [a]: '' }, { cycles: [[a, b]] })).toEqual([
      expect.stringMatching(/is gone or smaller/),
    ]);
  });
});

describe('cycles', () => {
  const [a, b, c] = [
    'packages/application/src/deposit/a.queries.ts',
    'packages/application/src/deposit/b.queries.ts',
    'packages/application/src/deposit/c.queries.ts',
  ];

  test('of files are refused, also by type', () => {
    const texts = {
      [a]: `import './b.queries.ts';`,
      [b]: `import type { X } from './c.queries.ts';`,
      [c]: `import './a.queries.ts';`,
    };
    expect(breaksOf(texts)).toEqual([`is in an import cycle: ${a}, ${b}, ${c}`]);
    expect(breaksOf(texts, { cycles: [[a, b, c]] })).toEqual([]);
    expect(breaksOf({ ...texts, [c]: '' })).toEqual([]);
  });

  test('of folders are refused when no file is in one', () => {
    const texts = {
      [a]: `import '../commands/x.ts';`,
      'packages/application/src/commands/x.ts': '',
      'packages/application/src/commands/y.ts': `import '../deposit/b.queries.ts';`,
      'packages/application/src/deposit/b.queries.ts': '',
    };
    expect(breaksOf(texts)).toEqual([
      'is in an import cycle: packages/application/src/commands, packages/application/src/deposit',
    ]);
  });
});

describe('contracts', () => {
  const found = (files: Record<string, string>): string[] =>
    findContractBreaks(Object.entries(files).map(([path, text]) => file(path, text))).map(
      ({ path, message }) => `${path} ${message}`,
    );
  const domain = 'packages/domain/src';
  const zod = `import { z } from 'zod';`;

  test('stand below their schemas, by value and by type', () => {
    expect(found({ [`${domain}/deposit/contract.ts`]: zod })).toEqual([expect.stringMatching(/imports zod/)]);
    const type = `import type { ItemView } from './schema.ts';`;
    expect(found({ [`${domain}/deposit/contract.ts`]: type })).toEqual([
      expect.stringMatching(/below its schema/),
    ]);
  });

  test('leave zod to the schemas', () => {
    expect(found({ [`${domain}/deposit/fees.ts`]: zod })).toEqual([expect.stringMatching(/only schema.ts/)]);
    expect(
      found({ [`${domain}/deposit/schema.ts`]: zod, [`${domain}/deposit/deposit-schema.ts`]: zod }),
    ).toEqual([]);
  });

  test('come to the web without zod, however long the way', () => {
    const files = {
      [`${domain}/deposit/schema.ts`]: zod,
      [`${domain}/deposit/list.ts`]: `import {\n  itemView,\n} from './schema.ts';`,
      [`${domain}/deposit/types.ts`]: `import type { ItemView } from './schema.ts';`,
    };
    const asks = (line: string) => found({ ...files, 'web/src/a.tsx': line });
    expect(asks(`import { x } from '@atelier/domain/deposit/list.ts';`)).toEqual([
      expect.stringMatching(/brings zod \(deposit\/list.ts → deposit\/schema.ts\)/),
    ]);
    expect(asks(`import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';`)).toEqual([]);
    expect(asks(`import { x } from '@atelier/domain/deposit/types.ts';`)).toEqual([]);
  });
});

describe('the other rules', () => {
  test('count lines of code, not comments', () => {
    const comments = '// why\n'.repeat(400);
    expect(findLongFiles([file('a.ts', comments)])).toEqual([]);
    expect(findLongFiles([file('a.ts', 'x();\n'.repeat(301))])).toHaveLength(1);
  });

  test('refuse ranges of versions', () => {
    const manifest = file(
      'web/package.json',
      '{"dependencies": {"a": "^1.0.0", "b": "1.0.0", "c": "1.0.0-beta.1"}}',
    );
    expect(findLooseVersions([manifest]).map(({ message }) => message)).toEqual([
      expect.stringContaining('a is'),
    ]);
  });

  test('read licence expressions', () => {
    expect(isAllowed('(GPL-3.0 OR MIT)')).toBe(true);
    expect(isAllowed('MIT AND GPL-3.0')).toBe(false);
    expect(isAllowed('SEE LICENSE IN LICENSE.md')).toBe(false);
  });

  test('find a forbidden licence only in what is shipped', () => {
    const lock = {
      packages: {
        web: { dependencies: { a: '1.0.0' } },
        tests: { dependencies: { dev: '1.0.0' } },
        'node_modules/a': { license: 'MIT', dependencies: { b: '1.0.0' } },
        'node_modules/a/node_modules/b': { license: 'AGPL-3.0' },
        'node_modules/b': { license: 'MIT' },
        'node_modules/dev': { license: 'AGPL-3.0' },
      },
    };
    expect(findForbiddenLicences(lock).map(({ message }) => message)).toEqual(['b has the licence AGPL-3.0']);
  });

  test('refuse the paid majors of the widgets', () => {
    const lock = (version: string) => ({ packages: { 'node_modules/primereact': { version } } });
    expect(findPaidVersions(lock('11.0.0'))).toHaveLength(1);
    expect(findPaidVersions(lock('10.9.9'))).toEqual([]);
  });

  test('find paths and registries of a machine', () => {
    const own = ['/somewhere/deep/clone'];
    const traces = (text: string): number => findMachineTraces([file('docs/x.md', text)], own).length;
    expect(traces('see /somewhere/deep/clone/a.ts')).toBe(1);
    expect(traces('see /home/ann/a.ts')).toBe(1);
    expect(traces('registry=anywhere')).toBe(1);
    expect(traces('GET /home redirects to /dashboard')).toBe(0);
  });

  test('find commands that the documents promise in vain', () => {
    const manifest = file('package.json', '{"scripts": {"start": "", "bench": ""}}');
    const readme = file('README.md', '`npm start`, npm run bench -- append, npm run fly, `npm test`');
    expect(findDeadCommands([manifest, readme]).map(({ message }) => message)).toEqual([
      expect.stringContaining('"npm run fly"'),
      expect.stringContaining('"npm run test"'),
      expect.stringContaining('"append"'),
    ]);
  });
});

describe('statuses', () => {
  const found = (text: string, path = 'packages/application/src/deposit/a.queries.ts'): string[] =>
    findBareStatuses([file(path, text)]).map(({ message }) => message);

  test.each([
    'if (item.status === 12) go();',
    'if (13 !== target) go();',
    'if (row.rma_status_id <= 15) go();',
    'switch (item.status) { case 16: go(); }',
    '[3].includes(item.status);',
    'const BENCHES: readonly StatusId[] = [4];',
    'const ENDED = new Set<StatusId>([16]);',
    'const ENDED = [16]; ENDED.includes(row.status);',
    `query.where('i.status', '=', 15);`,
    `query.where('status', 'in', [3]);`,
    'sql`select id from item_row where status = 16`;',
    'sql`select id from item_row where status not in (16, 20)`;',
    'statusChanged(item, 16, move);',
    `refuse('illegal_transition', { to: 16 });`,
    'const BY_TYPE: Ways = { 1: { from: [13] } };',
  ])('refuses a bare number: %s', (text) => {
    expect(found(text)).toEqual([expect.stringMatching(/line 1: a status as a bare number/)]);
  });

  test.each([
    'if (item.status === Status.RepairDone) go();',
    'if (answer.status === 404) go();',
    'sql`select id from item_row where status = ${Status.TakenByClient}`;',
    `open('/listRma?status=15');`,
    'const pages = [1, 2].includes(page);',
  ])('lets stand: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  test('lets a test give a number where it makes an item', () => {
    expect(found('make({ status: 16 });', 'packages/application/src/deposit/a.test.ts')).toEqual([]);
  });
});
