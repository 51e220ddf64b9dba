import { lazy } from 'react';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';

const load = () => loadChunk(() => import('./sometimes.tsx'));

export const LazyDuplicateNotice = lazy(async () => ({ default: (await load()).DuplicateNotice }));
export const LazyFakeReport = lazy(async () => ({ default: (await load()).FakeReport }));
export const LazyFormImages = lazy(async () => ({ default: (await load()).FormImagesBody }));
export const LazyGoldPart = lazy(async () => ({ default: (await load()).GoldPart }));
export const LazyInvoiceLines = lazy(async () => ({ default: (await load()).InvoiceLines }));
export const LazyOtherBuyer = lazy(async () => ({ default: (await load()).OtherBuyer }));
export const LazyRenewPart = lazy(async () => ({ default: (await load()).RenewPart }));
export const LazySurvey = lazy(async () => ({ default: (await load()).Survey }));
export const LazyWarrantyNote = lazy(async () => ({ default: (await load()).WarrantyNote }));
