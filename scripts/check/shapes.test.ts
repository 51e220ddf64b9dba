import { describe, expect, test } from 'vitest';
import { importsOf, targetOf } from './imports.ts';
import { findShapeBreaks } from './shapes.ts';

/** With whatever the text imports being there. */
const breaksIn = (path: string, text: string): string[] =>
  findShapeBreaks([
    ...importsOf(text).map((specifier) => ({ path: targetOf(path, specifier) ?? specifier, text: '' })),
    { path, text },
  ]).map(({ message }) => message);

describe('shapes', () => {
  const slice = 'packages/application/src/deposit';

  test.each([`${slice}/item-view.ts`, `${slice}/views/sort.ts`])(
    'refuses a file of another shape: %s',
    (path) => {
      expect(breaksIn(path, '')).toEqual([expect.stringMatching(/is of no shape/)]);
    },
  );

  test.each([
    `${slice}/rma.commands.ts`,
    `${slice}/views/views.queries.ts`,
    `${slice}/search.projection.ts`,
    `${slice}/rma-row.table.ts`,
    `${slice}/testing.ts`,
    `${slice}/list.int.test.ts`,
    'packages/application/src/shared/memo.ts',
    'packages/application/src/retention.ts',
  ])('allows %s', (path) => {
    expect(breaksIn(path, '')).toEqual([]);
  });

  test.each([
    [`${slice}/list.queries.ts`, `import { x } from './rma.commands.ts';`],
    [`${slice}/rma-row.table.ts`, `import type { X } from './list.queries.ts';`],
  ])('refuses the import up a floor in %s: %s', (path, text) => {
    expect(breaksIn(path, text)).toEqual([expect.stringMatching(/imports run from commands/)]);
  });

  test.each([
    `await db.insertInto('x').values({}).execute();`,
    `await trx\n  .updateTable('x')\n  .set({});`,
    `await db.deleteFrom('x').execute();`,
    'await sql`insert into x values (1)`.execute(db);',
    'await sql`\n  update x set y = 1`.execute(db);',
    'await sql`delete from x`.execute(db);',
  ])('refuses a query that writes: %j', (text) => {
    expect(breaksIn(`${slice}/list.queries.ts`, text)).toEqual([expect.stringMatching(/writes rows/)]);
    expect(breaksIn(`${slice}/list.commands.ts`, text)).toEqual([]);
  });

  test.each([
    'await sql`select 1 from x for update`.execute(db);',
    `db.selectFrom('deleted').select('updated_at');`,
    '// deleteFrom( is what a command calls',
  ])('allows a query that reads: %j', (text) => {
    expect(breaksIn(`${slice}/list.queries.ts`, text)).toEqual([]);
  });

  test.each(['packages/application/src/shared/memo.ts', 'packages/domain/src/shared/status.ts'])(
    'lets what is shared know no slice: %s',
    (path) => {
      expect(breaksIn(path, `import { x } from '../deposit/rma.queries.ts';`)).toEqual([
        expect.stringMatching(/knows no slice/),
      ]);
    },
  );
});
