import type { ImageRefusal } from '@atelier/domain/images/contract.ts';
import type { ImageLimits } from '@atelier/domain/images/fit.ts';

export interface CompressQuestion {
  id: number;
  file: Blob;
  limits: ImageLimits;
}

export type CompressAnswer = { id: number; blob: Blob } | { id: number; code: ImageRefusal };
