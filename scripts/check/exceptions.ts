/** A finding that stays, and why. The path may end in a slash: then it stands for the folder. */
export interface Exception {
  readonly rule: 'boundaries' | 'length';
  readonly path: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    rule: 'length',
    path: 'packages/client/src/generated/',
    reason: 'written by openapi-typescript out of the API’s own description',
  },
];

/** How often a slice reaches the inside of another one, today. This list may only become shorter: the check counts. */
export interface SliceImport {
  /** The workspace and the slice that imports. */
  readonly from: string;
  /** The file it reaches. */
  readonly to: string;
  /** In how many of its files. */
  readonly imports: number;
}

export const sliceImports: readonly SliceImport[] = [];

/** Files, or folders, that import each other in a circle. A cycle may only become smaller. */
export const cycles: readonly (readonly string[])[] = [];

/** An export of the product that stays although only tests import it, and why. This list may only become shorter. */
export interface TestOnly {
  readonly path: string;
  readonly name: string;
  readonly reason: string;
}

export const testOnly: readonly TestOnly[] = [];

/** Words of `plain-words.ts` that an area still says. A number may only become smaller. */
export const plainWords: Readonly<Record<string, number>> = {};
