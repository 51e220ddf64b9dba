import type { Cell } from '@atelier/contracts/exports/cells.ts';
import type { ExportFormat } from '@atelier/domain/exports/contract.ts';

/** Takes the rows of a file, stretch by stretch, and gives its bytes at the end. */
export interface FileWriter {
  readonly format: ExportFormat;
  /** Of the bytes as they are kept. */
  readonly mediaType: string;
  readonly add: (rows: readonly (readonly Cell[])[]) => Promise<void>;
  readonly end: () => Promise<Uint8Array>;
  /** Always, also after a failure. */
  readonly close: () => Promise<void>;
}
