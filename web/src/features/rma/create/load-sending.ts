import { loadChunk } from '../../../lib/chunks/lazy-chunk.ts';

/** Fetched with the first sending, like the rules: neither is needed to begin typing. */
export const loadSending = () => loadChunk(() => import('./sending.ts'));
