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
];

/** A file that its slice lets other slices use, besides contracts, events, queries and tables, and why. */
export interface Published {
  readonly path: string;
  readonly reason: string;
}

const domain = 'packages/domain/src';
const store = 'packages/store/src';

export const published: readonly Published[] = [
  {
    path: `${store}/identity/failure-count.ts`,
    reason: 'digits guessed on the customer page are counted as wrong passwords are',
  },
  {
    path: `${domain}/repair/status.ts`,
    reason: 'the statuses are the words in which the whole product speaks',
  },
  {
    path: `web/src/features/shipping/reason-dialog.tsx`,
    reason: 'a bench asks why a piece is received without its package as the packages ask why',
  },
  { path: `${domain}/identity/permissions.ts`, reason: 'every move names the permission it needs' },
  {
    path: `${domain}/identity/standard-roles.ts`,
    reason: 'what a station may do is the most a worker may hold',
  },
  {
    path: `services/api/src/identity/passwords.ts`,
    reason: 'a PIN is hashed as a password is, and waits in the same queue',
  },
  {
    path: `services/api/src/workforce/reveal-badge.ts`,
    reason: 'a printed badge is the same look at a barcode as one on screen, and the same event',
  },
  { path: `${domain}/reference/product.ts`, reason: 'an item is an example of a product' },
  {
    path: `${domain}/reference/reason-events.ts`,
    reason: 'what administrators change of reasons is told among all they change',
  },
  { path: `${store}/reference/reference-db.ts`, reason: 'look-up tables are joined, not asked row by row' },
  { path: `${store}/rma/item-view.ts`, reason: 'an item is shown the same way wherever it is listed' },
  {
    path: 'web/src/features/shipping/deliver-dialog.tsx',
    reason: 'a delivery is said for a package, or for one piece in its detail',
  },
  {
    path: `${store}/repair/handover.commands.ts`,
    reason: 'the call that signs is a package’s, the hand-over an item’s',
  },
];
