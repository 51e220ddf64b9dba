/** Kinds of accounts, and the groups of them that may make a call. */
export type Caller = 'shop' | 'operation' | 'station' | 'admin' | 'decider' | 'auditor';

export const EVERYBODY = 'public';
export const ANYONE = ['shop', 'operation', 'station', 'admin', 'decider', 'auditor'] as const;
/** All but a station where no worker has signed in yet. */
export const READERS = ['shop', 'operation', 'admin', 'decider', 'auditor'] as const;
export const OPERATION_READERS = ['operation', 'admin', 'decider', 'auditor'] as const;
export const HANDS = ['shop', 'operation', 'admin', 'decider'] as const;
export const SHOPS = ['shop', 'admin', 'decider'] as const;
export const OPERATION = ['operation', 'admin', 'decider'] as const;
export const ADMIN = ['admin', 'decider'] as const;
/** Of the two kinds of administrators, those who ask for erasures and those who decide on them. */
export const ASKERS = ['admin'] as const;
export const DECIDERS = ['decider'] as const;
export const AUDITORS = ['admin', 'decider', 'auditor'] as const;

/** The figures of /insight, each of the caller's own pieces. */
export const FIGURE_CALLS: readonly string[] = [
  'turnaround',
  'ages',
  'shops',
  'fees',
  'losses',
  'repeats',
  'warranty',
  'pieces',
  'choices',
  'gold',
  'gold/intervals',
  'process',
].map((name) => `GET /insight/${name}`);

/** The flow of a factory. */
export const FLOW_CALLS: readonly string[] = [
  'flow',
  'stages',
  'quality',
  'throughput',
  'radar',
  'radar_series',
  'alarm',
  'alarm_pieces',
  'capacity',
].map((name) => `GET /insight/${name}`);

/** What is read over all sites: by both administrators and the auditor. */
export const WHOLE_LOG_CALLS: readonly string[] = [
  'GET /insight/what-if',
  'GET /audit/exports',
  'GET /audit/events/:format',
  'POST /audit/export',
];

/** What an account changes of its mails; an auditor reads theirs. */
export const OWN_MAIL_CALLS: readonly string[] = ['', '/confirm', '/remove', '/weekly'].map(
  (part) => `POST /insight/mail${part}`,
);
