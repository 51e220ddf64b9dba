/** The lists that keep views: the shop's own and operation's. */
export const VIEW_LISTS = ['shop', 'operation'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

/**
 * The parameters of a list's address that a view keeps. Not the search box: a customer's name must not outlive the
 * customer in the name of a view.
 */
export const VIEW_PARAMETERS = [
  'bucket',
  'status',
  'from',
  'to',
  'warranty',
  'store_id',
  'site_id',
  'pictures',
  'waived_fee',
  'hold',
  'loan',
  'expected',
  'past_target',
  'sort',
  'hide',
] as const;

/** Characters of a view's name, and of one parameter it keeps. */
export const VIEW_LENGTH = { name: 60, parameter: 120 } as const;
