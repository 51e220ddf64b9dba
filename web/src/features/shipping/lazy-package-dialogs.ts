import { lazy } from 'react';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';

const load = () => loadChunk(() => import('./package-dialogs.tsx'));

/** Dialogs on one package: most packages leave without one, so they load when they open. */
export const UnsendDialog = lazy(async () => ({ default: (await load()).UnsendDialog }));
export const ReturnedDialog = lazy(async () => ({ default: (await load()).ReturnedDialog }));
export const UnsealDialog = lazy(async () => ({ default: (await load()).UnsealDialog }));
export const CancelPackageDialog = lazy(async () => ({ default: (await load()).CancelPackageDialog }));
export const RenumberDialog = lazy(async () => ({ default: (await load()).RenumberDialog }));
