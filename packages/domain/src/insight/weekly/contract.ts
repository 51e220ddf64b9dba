/** Where a mail's link ends the weekly summary; a token follows, which is logged nowhere. */
export const WEEKLY_PATH = '/weekly/';

/** Digits of the code that confirms an address. */
export const MAIL_CODE_DIGITS = 8;

/** Why an account is offered no mails: no mail server, no sender, or an account that only reads or is shared. */
export const NO_MAIL_REASONS = ['no_server', 'no_sender', 'not_offered'] as const;
export type NoMailReason = (typeof NO_MAIL_REASONS)[number];
