import type { CodeRule } from '../contract/limits.ts';

/** Characters of what is said of a worker and of a worker's role. */
export const WORKER_LENGTH = { workerId: 40, department: 80, roleName: 100, search: 100, pin: 12 } as const;

/** A barcode is text, whatever a client took it for: leading zeros count (product/workforce.md §2). */
export const BARCODE: CodeRule = { least: 4, most: 64, pattern: /^[\x21-\x7e]+$/ };
/** The key of a worker's role, which never changes. */
export const ROLE_KEY: CodeRule = { least: 2, most: 60, pattern: /^[a-z0-9][a-z0-9-]*$/ };
/** Digits, as a station's keypad has them; '' takes the PIN away. */
export const PIN_PATTERN = /^(\d{4,12})?$/;
