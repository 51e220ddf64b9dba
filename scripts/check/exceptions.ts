/** A finding that stays, and why. The path may end in a slash: then it stands for the folder. */
export interface Exception {
  readonly rule: 'boundaries' | 'length';
  readonly path: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    rule: 'length',
    path: 'demo/reference/',
    reason: 'tables of demo data in seven languages: rows, not logic',
  },
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
export const plainWords: Readonly<Record<string, number>> = {
  'demo/accounts.ts': 1,
  'demo/history': 45,
  'demo/load': 8,
  'demo/load.int.test.ts': 3,
  'demo/load.ts': 1,
  'demo/reference': 1,
  'docs/configuration.md': 3,
  'packages/application': 170,
  'packages/browser-sync': 43,
  'packages/contracts': 41,
  'packages/domain': 154,
  'packages/event-store': 73,
  'packages/host': 15,
  'packages/key-vault': 11,
  'packages/postgres': 7,
  'packages/transparency-log': 19,
  'packages/ui': 17,
  'scripts/bootstrap.mjs': 2,
  'scripts/check': 6,
  'scripts/dev.ts': 1,
  'scripts/help.int.test.ts': 1,
  'scripts/lib': 9,
  'scripts/start.int.test.ts': 1,
  'services/api': 229,
  'services/backup': 39,
  'services/console': 10,
  'services/witness': 12,
  'services/workers': 41,
  'tests/audit': 2,
  'tests/bench': 33,
  'tests/e2e': 35,
  'tests/faults': 42,
  'tests/going-live': 2,
  'tests/harness': 13,
  'tests/identity-provider': 3,
  'tests/nav-simulator': 5,
  'tests/papers': 7,
  'tests/schedules': 23,
  'tests/settings': 4,
  'vitest.config.ts': 1,
  'web/public': 1,
  'web/src': 262,
};
