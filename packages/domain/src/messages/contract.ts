import type { PermissionName } from '../shared/permissions.ts';

/** Those who speak with customers, and those who answer for what is written to them. */
export const MESSAGE_READERS = [
  'view request new rma page',
  'shop handover',
  'take payment',
  'view system config',
  'audit replay',
] as const satisfies readonly PermissionName[];

/** Who answers a customer and marks what they wrote as read. */
export const MESSAGE_WRITERS = [
  'view request new rma page',
  'shop handover',
] as const satisfies readonly PermissionName[];

/** Why a message is not sent (product/messages.md §3). */
export const MESSAGE_SKIPS = [
  'erased',
  'restored',
  'imported',
  'too_old',
  'outdated',
  'link_open',
  'opted_out',
  'no_sender',
  'no_address',
  'not_written',
  'window_over',
] as const;
export type MessageSkip = (typeof MESSAGE_SKIPS)[number];

/** Why staff cannot write to a customer: the same, or messages are off, or nothing is set up that would carry them. */
export const MESSAGE_STOPS = [...MESSAGE_SKIPS, 'off', 'no_server'] as const;
export type MessageStop = (typeof MESSAGE_STOPS)[number];

/** Why an attempt failed, as screens translate it; the server's own words are kept nowhere. */
export const MESSAGE_FAULTS = ['refused', 'unreachable', 'not_configured', 'unclear'] as const;
export type MessageFault = (typeof MESSAGE_FAULTS)[number];

/** What a template may name; `link` leads to the repair, for a fee to the page where it is answered. */
export const PLACEHOLDERS = ['customer', 'number', 'product', 'shop', 'phone', 'amount', 'link'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export const SUBJECT_LENGTH = 200;
export const BODY_LENGTH = 4_000;
export const SENDER_NAME_LENGTH = 100;
/** WhatsApp's longest text; what is longer is cut, because a refusal would lose it. */
export const TEXT_LENGTH = 4_096;
/** Seven parts of an SMS, or four in another script. */
export const REPLY_LENGTH = 1_000;

/** Where a customer says that they want no messages; a token follows, which is logged nowhere. */
export const OPT_OUT_PATH = '/messages/';
