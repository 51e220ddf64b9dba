import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';

/** Fetched after the form's first look, like the rules: neither is needed to begin typing. */
export const loadSending = () => loadChunk(() => import('./sending.ts'));

/** What saving needs is loaded before a save: the network may be gone by then, and what was typed must be kept. */
export async function fetchAhead(): Promise<void> {
  await Promise.all([
    import('./form-issues.ts'),
    import('./sending.ts'),
    import('./created-panel.tsx'),
    import('./parts/sometimes.tsx'),
  ]).catch(() => undefined);
}
