/** What the house writes to a customer about (product/messages.md §1). */
export const MESSAGE_KINDS = [
  'deposit',
  'fee',
  'delay',
  'ready',
  'reminder',
  'on_its_way',
  'collected',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What is sent: the kinds above, in words of a template, and a reply in words of the shop's staff. */
export const SENT_KINDS = [...MESSAGE_KINDS, 'reply'] as const;
export type SentKind = (typeof SENT_KINDS)[number];
/** What a thread shows: what was sent, and what the customer wrote. */
export const THREAD_KINDS = [...SENT_KINDS, 'received'] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

/** Ways to a customer: by e-mail, or to their phone through a gateway. */
export const MESSAGE_CHANNELS = ['email', 'sms', 'whatsapp', 'wechat'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];
export const PHONE_CHANNELS = ['sms', 'whatsapp', 'wechat'] as const;
export type PhoneChannel = (typeof PHONE_CHANNELS)[number];

/** The two ways to a person; every phone channel goes to the same number. */
export const ADDRESS_WAYS = ['email', 'phone'] as const;
export type AddressWay = (typeof ADDRESS_WAYS)[number];

export const MESSAGE_STATES = ['waiting', 'sending', 'sent', 'failed', 'skipped', 'received'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
