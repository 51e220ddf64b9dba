import type { RouteDeclaration, RouteLimit } from '../http/route.ts';

/** What the calls of each slice are about. */
export const SECTIONS: Readonly<Record<string, string>> = {
  identity: 'Signing in, sessions, accounts, roles and permissions',
  live: 'Tickets for the live connection, over which screens get every change',
  reference: 'Products, prices, invoices, reasons, sites and places',
  audit: 'What happened, who did it, replays, and proofs of the log',
  clearing: 'Orders that are cleared when their customer has the piece',
  custody: 'Who holds which piece, now or at a moment',
  dashboard: 'Buckets, boards and figures of shops and factories',
  insight: 'Figures over time, as they stood at any moment, and the pieces behind them',
  promise: 'When pieces are expected to be ready',
  exporting: 'Exports of lists and of the log in open formats',
  imaging: 'Photographs and signatures',
  papers: 'Labels, packing lists, handover papers and dispute files',
  messages: 'What is written to clients, and whether they want it',
  nav: 'What is sent to the accounting system, and how that went',
  jobs: 'Background work: queues, read models, backups',
  privacy: 'Copies for persons, erasing, legal holds and the retention schedule',
  repair: 'A piece on its way: scans, statuses, fees, waivers, comments, checks and holds',
  deposit: 'Taking pieces in, changing what was taken in, where they are delivered',
  'repair-list': 'Lists of pieces, search and the views that people saved',
  'repair-detail': 'One repair: its deposit, its history and its file',
  'customer-site': 'What customers open without an account: their status, a fee to answer, a list to sign',
  shipping: 'Packages: packing, signing, sending, receiving',
  transfer: 'Pieces between sites',
  system: 'Configuration and consistency',
  webhooks: 'Where other systems are sent what happens',
  workforce: 'Workers, badges and benches',
  service: 'Health, metrics and this document',
};

/** Parameters that mean the same in every call that takes them. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  min_position:
    'Waits until what was stored up to this position of the log is shown: the `position` of an earlier answer',
  page: 'Counted from 1',
  page_size: 'Rows of a page',
  as_of: 'What was true at this moment (ISO 8601); now when left out',
  known_at: 'What the system knew by this moment (ISO 8601); all that is known today when left out',
  from: 'The first day or moment',
  to: 'The last day or moment',
  before_from: 'First day of a second period, counted the same way',
  before_to: 'Last day of the second period',
  before_shop_id: 'Instead of a second period: the same period at this shop',
  before_country: 'Instead of a second period: the same period at the shops of this country',
  before_factory_id: 'Instead of a second period: the same period at this factory',
  before_site_id: 'Instead of a second period: the same period at this site',
  shop_id: 'Number of a shop; every shop that may be seen when left out',
  factory_id: 'Number of the factory whose bench a piece entered last',
  line: 'Collection of the product',
  country: 'Country, ISO 3166',
  id: 'Number of the record',
  site_id: 'Number of a site; every site that may be seen when left out',
  store_id: 'Number of a shop; every shop that may be seen when left out',
  rma_id: 'Number of a deposit, or the reference in its customer’s link',
  rma_item_id: 'Number of a piece',
  tracking_no: 'The carrier’s number of a package',
  customer_id: 'Number of a customer',
  q: 'What is searched for',
  language: 'Language of the texts; the account’s own when left out',
  sort: 'Order of the rows',
  status: 'Number of a status',
  bucket: 'Bucket of the dashboard',
  format: 'Kind of file',
};

const SECOND_MS = 1_000;

/** Who may make a call, how often, and what it waits for, in sentences. */
export function describeCall(declaration: RouteDeclaration): string {
  return [accessSentence(declaration), ...scopeSentence(declaration), ...limitSentences(declaration)].join(
    ' ',
  );
}

function accessSentence({ access, by }: RouteDeclaration): string {
  if (by === 'persons') return 'Any signed-in person, and no API key.';
  if (access === 'public') return 'Anybody, without signing in.';
  return access === 'session' ? 'Any signed-in person.' : `Needs: ${[access].flat().join(' or ')}.`;
}

function scopeSentence({ scope }: RouteDeclaration): string[] {
  if (scope === 'store') return ['Reaches what belongs to the caller’s own shop.'];
  if (scope === 'house') return ['For accounts and keys without a site only.'];
  return scope === 'site' ? ['Reaches what the caller may see.'] : [];
}

function limitSentences({ limit, guessLimit, shows, waitsFor }: RouteDeclaration): string[] {
  return [
    ...(limit === undefined ? [] : [`${atMost(limit)} by one address or account.`]),
    ...(guessLimit === undefined ? [] : [`${atMost(guessLimit)} by one account.`]),
    ...(shows === 'persons' ? ['What an auditor or an API key reads by it is recorded.'] : []),
    ...(waitsFor.length > 0 ? ['Shows what its read models hold: see `min_position`.'] : []),
  ];
}

const atMost = ({ max, windowMs }: RouteLimit): string => `At most ${max} calls in ${windowMs / SECOND_MS} s`;
