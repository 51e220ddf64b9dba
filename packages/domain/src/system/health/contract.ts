/** What the administrators' home says one sentence about, in its order (product/system.md §6). */
export const HEALTH_SUBJECTS = [
  'backup',
  'restore',
  'verification',
  'witness',
  'nav',
  'mail',
  'webhook',
  'key',
] as const;
export type HealthSubject = (typeof HEALTH_SUBJECTS)[number];

/** `off`: not set up here, which is no fault. `soon`: needs a person within days. `bad`: needs one now. */
export const HEALTH_STANDINGS = ['well', 'off', 'soon', 'bad'] as const;
export type HealthStanding = (typeof HEALTH_STANDINGS)[number];

/** How one day went; `none` while nothing happened in it. */
export const HEALTH_DAYS = ['none', 'well', 'bad'] as const;
export type HealthDay = (typeof HEALTH_DAYS)[number];

/** Days that are shown as ticks. */
export const DAYS_SHOWN = 30;

/** Which sentence, by subject, with how it stands. */
export const HEALTH_SAYINGS = {
  backup: { off: 'soon', taken: 'well', none: 'soon', late: 'bad', failed: 'bad' },
  restore: { off: 'off', never: 'soon', verified: 'well', old: 'bad', failed: 'bad' },
  verification: { never: 'soon', sound: 'well', old: 'soon', faults: 'bad', unsealed: 'bad' },
  witness: { none: 'off', agree: 'well', behind: 'bad' },
  nav: { absent: 'off', answers: 'well', open: 'bad', attention: 'bad' },
  mail: { off: 'off', delivered: 'well', failed: 'bad', waiting: 'bad' },
  webhook: { none: 'off', current: 'well', failing: 'bad', stopped: 'bad' },
  key: { none: 'off', far: 'well', soon: 'soon', ended: 'soon' },
} as const satisfies Record<HealthSubject, Readonly<Record<string, HealthStanding>>>;
