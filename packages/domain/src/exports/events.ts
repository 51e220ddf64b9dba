import type { DomainEvent } from '../decider.ts';
import type { DataScope } from '../shared/scope.ts';
import type { Actor, BlobRef, Instant, ItemId } from '../kernel.ts';
import type { ReferenceLanguage } from '../shared/languages.ts';
import type { ExportFormat, ExportType, LogFormat } from './contract.ts';

/** Who will read the file: decides which columns it has and what stands in them, as on screen. */
export type ExportAudience = 'shop' | 'operation' | 'worker';

/**
 * Pieces by id, or what a list shows: its filters as the list call takes them, without the words searched for. Or what
 * the log recorded in a span of time, from the first moment on and before the second; null = without that end.
 */
export type ExportSelection =
  | { readonly kind: 'items'; readonly ids: readonly ItemId[] }
  | { readonly kind: 'filter'; readonly filter: Readonly<Record<string, string>> }
  | LogSpan;
export interface LogSpan {
  readonly kind: 'span';
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** Events of one export, stream `export-<id>`: who took which data out of the house is kept for good. */
export type ExportRequested = DomainEvent<
  'ExportRequested',
  {
    readonly exportId: number;
    /** Key of the words searched for: they may name a person. */
    readonly exportRef: string;
    readonly type: ExportType;
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

/** Its requester cancelled it; what was written of it is removed. */
export type ExportCancelled = DomainEvent<'ExportCancelled', { readonly at: Instant; readonly by: Actor }>;

/**
 * `too_many_rows`: more than a file may hold. `archived`: events of the span lie in an archive. `broken`: our own
 * defect, every attempt failed.
 */
export type ExportFailure = 'too_many_rows' | 'archived' | 'broken';

export type ExportEvent =
  | ExportRequested
  | ExportCompleted
  | ExportFailed
  | ExportCancelled
  | ExportFileRemoved;

/** An account read the log by a call that streams it, without a file. Stream `log-reading-<id>`. */
export type LogStreamed = DomainEvent<
  'LogStreamed',
  {
    readonly readingId: number;
    readonly format: LogFormat;
    readonly from: Instant | null;
    readonly to: Instant | null;
    /** The position that the caller had come to; 0 = from the beginning of the span. */
    readonly after: number;
    readonly at: Instant;
    readonly by: Actor;
  }
>;

/** An account downloaded the dispute file of a piece. Stream `dispute-file-<id>`. */
export type DisputeFileMade = DomainEvent<
  'DisputeFileMade',
  {
    readonly fileId: number;
    readonly itemId: ItemId;
    /** SHA-256 of the manifest, lower-case hex: which file it was. */
    readonly manifest: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;

/** Every export event has a line; null = nothing personal in it. */
export const EXPORT_PERSONAL_DATA = {
  ExportRequested: { subject: 'exportRef', fields: ['search'] },
  ExportCompleted: null,
  ExportFailed: null,
  ExportCancelled: null,
  LogStreamed: null,
  DisputeFileMade: null,
  ExportFileRemoved: null,
} as const;
