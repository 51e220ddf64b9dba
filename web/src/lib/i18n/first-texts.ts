/** Texts that every screen needs before its own. */
export const FIRST_TEXTS = ['common', 'errors', 'shell', 'status', 'terms'];
