/** Characters of why something is tried again. */
export const RETRY_REASON_LENGTH = 500;

/** The jobs of each queue: the screen says what each does (namespace `tasks`). */
export const KNOWN_JOBS: Readonly<Record<string, readonly string[]>> = {
  clearing: ['start-scheduled', 'clear'],
  care: ['reminders', 'closing'],
  capacity: ['learn'],
  promise: ['expect', 'learn', 'sweep'],
  insight: ['watch-defects', 'weekly-summary', 'forget-mail'],
  exports: ['build'],
  nav: ['send'],
  messages: ['send'],
  webhooks: ['send', 'ping', 'resend'],
  privacy: ['retention', 'erase', 'export'],
  upkeep: ['release'],
  consistency: ['consistency'],
  'log-verifications': ['verify'],
  'product-imports': ['fetch'],
};
