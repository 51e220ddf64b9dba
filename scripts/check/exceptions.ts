/** A finding that stays, and why. The path may end in a slash: then it stands for the folder. */
export interface Exception {
  readonly rule: 'boundaries' | 'length';
  readonly path: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    rule: 'length',
    path: 'scripts/demo/reference/',
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
  'CONTRIBUTING.md': 4,
  'README.md': 1,
  'docs/ARCHITECTURE.md': 6,
  'docs/configuration.md': 3,
  'docs/decisions': 129,
  'docs/demo.md': 2,
  'docs/glossary.md': 1,
  'docs/going-live.md': 1,
  'docs/live-protocol.md': 6,
  'docs/operations': 12,
  'docs/product': 65,
  'docs/runbook.md': 17,
  'docs/scale.md': 1,
  'packages/application': 170,
  'packages/client': 1,
  'packages/domain': 195,
  'packages/event-store': 111,
  'scripts/add-checkpoint.int.test.ts': 1,
  'scripts/admin-create.int.test.ts': 1,
  'scripts/audit-verify.int.test.ts': 1,
  'scripts/audit-verify.ts': 1,
  'scripts/backup-bucket.int.test.ts': 1,
  'scripts/backup-refusals.int.test.ts': 5,
  'scripts/backup.int.test.ts': 1,
  'scripts/backup.ts': 1,
  'scripts/bootstrap.mjs': 2,
  'scripts/check': 7,
  'scripts/demo': 59,
  'scripts/dev.ts': 1,
  'scripts/events-archive.int.test.ts': 2,
  'scripts/events-import.int.test.ts': 1,
  'scripts/events-import.ts': 1,
  'scripts/help.int.test.ts': 1,
  'scripts/lib': 50,
  'scripts/lost-disk.int.test.ts': 2,
  'scripts/reference-import-people.int.test.ts': 2,
  'scripts/reference-import.int.test.ts': 1,
  'scripts/restore-proof.int.test.ts': 2,
  'scripts/start.int.test.ts': 1,
  'scripts/testing-backups.ts': 2,
  'scripts/testing-third-witness.ts': 1,
  'scripts/vault-adopt.int.test.ts': 1,
  'scripts/witness': 2,
  'scripts/witness-faults.int.test.ts': 2,
  'scripts/witness.int.test.ts': 4,
  'services/api': 229,
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
  'web/src': 324,
};
