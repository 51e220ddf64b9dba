/** The fixed words of product/nav.md §4, by the code that the screens translate. */
export const NAV_MESSAGES = {
  nav_not_bound: 'tracking number not bound to any RMA',
  nav_already_used: 'tracking number already used',
  nav_inside_china: 'store is not outside China',
  nav_sent: 'orders sent to NAV',
  nav_failed: 'orders sent to NAV failed',
  nav_not_sent: 'tracking number not sent to NAV',
  nav_data_not_found: 'data not found',
} as const;
export type NavMessage = keyof typeof NAV_MESSAGES;

/** Characters of why a document is sent again or skipped. */
export const NAV_REASON_LENGTH = 500;
