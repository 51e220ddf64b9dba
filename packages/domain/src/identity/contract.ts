/** Who an account is for; what it may do is said by its roles. */
export const USER_TYPES = ['shop', 'operation', 'admin'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** Long beats complicated (NIST SP 800-63B §3.1.1): twelve signs, any signs. */
export const PASSWORD_LENGTH = { least: 12, most: 256 } as const;

/** Characters of a search among accounts, and roles of one account. */
export const ACCOUNT_LIMITS = { search: 100, roles: 10, roleName: 100 } as const;

/** Characters of an API key's name, and the most days from today to its last. */
export const API_KEY_LIMITS = { name: 60, days: 366 } as const;

/** How the secret of an API key begins: it can be recognised in a file. */
export const API_KEY_PREFIX = 'atl_';

/** Characters of a code of a second factor, or of a recovery code with its hyphens. */
export const SECOND_FACTOR_CODE_LENGTH = 40;

/** Characters of what a worker types or scans to sign in. */
export const WORKER_SIGN_IN_LENGTH = { barcode: 64, pin: 64 } as const;

/** What the operator of a server without any account runs at its console. */
export const FIRST_ACCOUNT_COMMAND = 'npm run admin:create -- you@example.com';
