import { lazy } from 'react';
import { loadChunk } from '../chunks/lazy-chunk.ts';

const loadDialog = () => loadChunk(() => import('primereact/dialog'));
const loadSidebar = () => loadChunk(() => import('primereact/sidebar'));

/** What windows are drawn with, fetched behind the first look at a page: no page begins with a window over it. */
export const PrimeDialog = lazy(async () => ({ default: (await loadDialog()).Dialog }));
export const PrimeSidebar = lazy(async () => ({ default: (await loadSidebar()).Sidebar }));

/** Fetches both before one is needed, so that windows open at once and also when the connection is gone. */
export function prepareWindows(): void {
  void Promise.all([loadDialog(), loadSidebar()]).catch(() => undefined);
}
