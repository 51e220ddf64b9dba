import { importGraph } from './imports.ts';
import { placeOf } from './slices.ts';
import { isTest, withoutComments, type Finding, type SourceFile } from './sources.ts';

const APPLICATION = 'packages/application/src/';

/** The files a slice of the application is made of, from the lowest floor up; commands and projections share the highest. */
const FLOORS: readonly RegExp[] = [
  /(^|[/.])table\.ts$/,
  /(^|[/.])queries\.ts$/,
  /(^|[/.])(projection|commands)\.ts$/,
];

const floorOf = (path: string): number => FLOORS.findIndex((shape) => shape.test(path));

const isOfSlice = (path: string): boolean =>
  path.startsWith(APPLICATION) && placeOf(path).kind === 'slice' && !isTest(path);

/** What changes rows, by Kysely's builder or by hand: `insertInto('items')`, `update items set`, `for update` excepted. */
const WRITES =
  /\b(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\b(insert\s+into|delete\s+from|merge\s+into|truncate)\s+\w|\bupdate\s+\w+\s+(as\s+\w+\s+)?set\b/i;

/**
 * In the application: files of a slice that are of no shape, queries that write, imports up its floors, and shared files
 * that know a slice.
 */
export function findShapeBreaks(files: readonly SourceFile[]): Finding[] {
  const odd = files.filter(({ path }) => isOfSlice(path) && floorOf(path) < 0);
  const writing = files.filter(
    ({ path, text }) => isQuery(path) && !isTest(path) && WRITES.test(withoutComments(text)),
  );
  const imports = [...importGraph(files)].flatMap(([from, targets]) =>
    [...targets].map((to) => ({ from, to })),
  );
  return [
    ...odd.map(({ path }) => ({
      path,
      message:
        'is of no shape: a slice is made of .table.ts, .queries.ts, .projection.ts and .commands.ts, the rest lies in shared/',
    })),
    ...writing.map(({ path }) => ({
      path,
      message: 'writes rows: a .queries.ts only reads, what it writes belongs into a .commands.ts',
    })),
    ...imports.filter(isUpwards).map(({ from, to }) => ({
      path: from,
      message: `imports ${to}: imports run from commands and projections down to queries, and from these to tables`,
    })),
    ...imports.filter(knowsSlice).map(({ from, to }) => ({
      path: from,
      message: `imports ${to}: what every slice may know knows no slice`,
    })),
  ];
}

const isQuery = (path: string): boolean => path.startsWith(APPLICATION) && /(^|[/.])queries\.ts$/.test(path);

interface Import {
  readonly from: string;
  readonly to: string;
}

function isUpwards({ from, to }: Import): boolean {
  return isOfSlice(from) && isOfSlice(to) && floorOf(from) >= 0 && floorOf(to) > floorOf(from);
}

const knowsSlice = ({ from, to }: Import): boolean =>
  /^packages\/[^/]+\/src\/shared\//.test(from) && placeOf(to).kind === 'slice';
