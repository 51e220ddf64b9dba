/** A lock timeout, and a deadlock that PostgreSQL ended by failing one of its transactions. */
const CODES: readonly unknown[] = ['55P03', '40P01'];

/** Whether a transaction failed over locks of others: nothing of it was kept, and it may be tried again. */
export const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(error.code);
