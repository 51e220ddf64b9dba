import type { DomainEvent } from '../decider.ts';
import type { DataScope } from '../shared/scope.ts';
import type { Actor, BlobRef, Instant, ItemId } from '../kernel.ts';
import type { ReferenceLanguage } from '../shared/languages.ts';
import type { ExcelType } from './contract.ts';

/** Who will read the file: decides which columns it has and what stands in them, as on screen. */
export type ExportAudience = 'shop' | 'operation' | 'worker';

/** Pieces by id, or what a list shows: its filters as the list call takes them, without the words searched for. */
export type ExportSelection =
  | { readonly kind: 'items'; readonly ids: readonly ItemId[] }
  | { readonly kind: 'filter'; readonly filter: Readonly<Record<string, string>> };

/** Events of one export, stream `export-<id>`: who took which data out of the house is kept for good. */
export type ExportRequested = DomainEvent<
  'ExportRequested',
  {
    readonly exportId: number;
    /** Key of the words searched for: they may name a person. */
    readonly exportRef: string;
    readonly type: ExcelType;
    readonly language: ReferenceLanguage;
    readonly selection: ExportSelection;
    readonly search: string | null;
    /** What its requester may see: the file holds nothing beyond it. */
    readonly scope: DataScope;
    readonly audience: ExportAudience;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type ExportCompleted = DomainEvent<
  'ExportCompleted',
  {
    readonly blob: BlobRef;
    readonly format: ExportFormat;
    readonly rows: number;
    /** Bytes of the kept file. */
    readonly size: number;
    /** From then on the file can no longer be had. */
    readonly expires: Instant;
    readonly at: Instant;
  }
>;
export type ExportFailed = DomainEvent<
  'ExportFailed',
  { readonly code: ExportFailure; readonly at: Instant }
>;
/** The file's time was up and its bytes are gone; the event of its request stays. */
export type ExportFileRemoved = DomainEvent<'ExportFileRemoved', { readonly at: Instant }>;

export type ExportFormat = 'xlsx' | 'csv';
/** `too_many_rows`: more than a file may hold. `broken`: our own defect, every attempt failed. */
export type ExportFailure = 'too_many_rows' | 'broken';

export type ExportEvent = ExportRequested | ExportCompleted | ExportFailed | ExportFileRemoved;

/** Every export event has a line; null = nothing personal in it. */
export const EXPORT_PERSONAL_DATA = {
  ExportRequested: { subject: 'exportRef', fields: ['search'] },
  ExportCompleted: null,
  ExportFailed: null,
  ExportFileRemoved: null,
} as const;
