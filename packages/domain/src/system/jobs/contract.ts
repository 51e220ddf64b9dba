/** Characters of why something is tried again. */
export const RETRY_REASON_LENGTH = 500;
