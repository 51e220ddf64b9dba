import type { ImageRefusal } from '@atelier/domain/imaging/contract.ts';

export interface CompressQuestion {
  id: number;
  file: Blob;
}

export type CompressAnswer = { id: number; blob: Blob } | { id: number; code: ImageRefusal };
