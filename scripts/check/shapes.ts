import { importGraph } from './imports.ts';
import { placeOf } from './slices.ts';
import { isTest, type Finding, type SourceFile } from './sources.ts';

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

/** Files of a slice of the application that are of no shape, imports up its floors, and shared files that know a slice. */
export function findShapeBreaks(files: readonly SourceFile[]): Finding[] {
  const odd = files.filter(({ path }) => isOfSlice(path) && floorOf(path) < 0);
  const imports = [...importGraph(files)].flatMap(([from, targets]) =>
    [...targets].map((to) => ({ from, to })),
  );
  return [
    ...odd.map(({ path }) => ({
      path,
      message:
        'is of no shape: a slice is made of .table.ts, .queries.ts, .projection.ts and .commands.ts, the rest lies in shared/',
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

interface Import {
  readonly from: string;
  readonly to: string;
}

function isUpwards({ from, to }: Import): boolean {
  return isOfSlice(from) && isOfSlice(to) && floorOf(from) >= 0 && floorOf(to) > floorOf(from);
}

const knowsSlice = ({ from, to }: Import): boolean =>
  /^packages\/[^/]+\/src\/shared\//.test(from) && placeOf(to).kind === 'slice';
