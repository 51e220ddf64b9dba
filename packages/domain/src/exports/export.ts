import { accept, reject, type Decision } from '../decider.ts';
import {
  DAY_MS,
  toInstant,
  toMs,
  type Actor,
  type ActorAtSite,
  type Instant,
  type ItemId,
} from '../kernel.ts';
import type { ExportFormat, ExportType } from './contract.ts';
import type { ExportCompleted, ExportEvent, ExportFailure, ExportRequested } from './events.ts';

/** A file can be fetched for a day: long enough for a user who closed the tab, short for data outside the company. */
export const EXPORT_KEPT_MS = DAY_MS;
/** More than this is no export but a migration. */
export const MOST_ROWS = 200_000;

type Asked = ExportRequested['data'];
type File = Omit<ExportCompleted['data'], 'at'>;

/** One export: what was asked, by whom, and the file while there is one. */
export interface Export {
  readonly kind: 'export';
  readonly asked: Asked;
  readonly state: 'requested' | 'done' | 'failed' | 'cancelled' | 'removed';
  readonly file: File | null;
  readonly failure: ExportFailure | null;
  readonly endedAt: Instant | null;
}

export type ExportState = { readonly kind: 'none' } | Export;
export const initialExport: ExportState = { kind: 'none' };

/** Folds one event into an export. */
export function evolveExport(state: ExportState, event: ExportEvent): ExportState {
  if (event.type === 'ExportRequested') {
    const asked = event.data;
    return { kind: 'export', asked, state: 'requested', file: null, failure: null, endedAt: null };
  }
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'ExportCompleted': {
      const { at, ...file } = event.data;
      return { ...state, state: 'done', file, failure: null, endedAt: at };
    }
    case 'ExportFailed':
      return { ...state, state: 'failed', failure: event.data.code, endedAt: event.data.at };
    case 'ExportCancelled':
      return { ...state, state: 'cancelled', failure: null, endedAt: event.data.at };
    case 'ExportFileRemoved':
      return { ...state, state: 'removed' };
  }
}

interface When {
  readonly now: Instant;
}

/** Asks for a file. Whether the pieces exist for the caller is settled before. */
export function requestExport(
  asked: Omit<Asked, 'at' | 'by' | 'exportRef'>,
  state: ExportState,
  { now, actor }: When & { readonly actor: ActorAtSite },
): Decision<ExportEvent> {
  if (state.kind !== 'none') return reject('already_exists');
  const by = { userId: actor.userId, workerId: actor.workerId };
  const exportRef = `export-${asked.exportId}`;
  return accept<ExportEvent>({ type: 'ExportRequested', data: { ...asked, exportRef, at: now, by } });
}

/** Whether there is still a file to build: a job may be delivered again after it has been. */
export const isUnbuilt = (state: ExportState): state is Export =>
  state.kind === 'export' && (state.state === 'requested' || state.failure === 'broken');

/** Its requester no longer wants it. What is there already stays, and asked again it is cancelled already. */
export function cancelExport(
  state: ExportState,
  { now, actor }: When & { readonly actor: ActorAtSite },
): Decision<ExportEvent> {
  if (state.kind === 'none') return reject('not_found');
  if (!isUnbuilt(state)) return accept<ExportEvent>();
  const by = { userId: actor.userId, workerId: actor.workerId };
  return accept<ExportEvent>({ type: 'ExportCancelled', data: { at: now, by } });
}

/** The file is there. Said twice, by a job that was delivered twice, the first file stays. */
export function completeExport(
  file: Omit<File, 'expires'>,
  state: ExportState,
  { now }: When,
): Decision<ExportEvent> {
  if (state.kind === 'none') return reject('not_found');
  if (!isUnbuilt(state)) return accept<ExportEvent>();
  const expires = toInstant(toMs(now) + EXPORT_KEPT_MS);
  return accept<ExportEvent>({ type: 'ExportCompleted', data: { ...file, expires, at: now } });
}

export function failExport(code: ExportFailure, state: ExportState, { now }: When): Decision<ExportEvent> {
  if (state.kind === 'none') return reject('not_found');
  if (state.state !== 'requested') return accept<ExportEvent>();
  return accept<ExportEvent>({ type: 'ExportFailed', data: { code, at: now } });
}

/** Said by the sweep, after the file's time. */
export function removeExportFile(state: ExportState, { now }: When): Decision<ExportEvent> {
  if (state.kind === 'none' || state.state !== 'done' || state.file === null) return accept<ExportEvent>();
  if (toMs(now) < toMs(state.file.expires)) return reject('too_early');
  return accept<ExportEvent>({ type: 'ExportFileRemoved', data: { at: now } });
}

/**
 * A person in the file was erased: it goes before its time. The persons in a list made by filters, or in a
 * span of the log, are not recorded.
 */
export function withdrawExport(
  itemIds: readonly ItemId[] | 'anybody',
  state: ExportState,
  { now }: When,
): Decision<ExportEvent> {
  if (state.kind === 'none' || state.state !== 'done') return accept<ExportEvent>();
  const { selection } = state.asked;
  const isTouched =
    itemIds === 'anybody' || selection.kind !== 'items' || selection.ids.some((id) => itemIds.includes(id));
  return isTouched
    ? accept<ExportEvent>({ type: 'ExportFileRemoved', data: { at: now } })
    : accept<ExportEvent>();
}

export interface ExportRow {
  readonly id: number;
  readonly type: ExportType;
  readonly state: Export['state'];
  readonly requested_by: number | null;
  readonly requested_by_worker: number | null;
  readonly requested_at: Instant;
  readonly ended_at: Instant | null;
  readonly failure: ExportFailure | null;
  readonly format: ExportFormat | null;
  readonly rows: number | null;
  readonly size: number | null;
  readonly blob: string | null;
  readonly expires_at: Instant | null;
  /** Of the requester when asking, as `kind/site`: a file of another place is not theirs any more. */
  readonly scope_key: string;
}

/** The inline read-model row (`version` and `position` are the append's). Nothing of the words searched for. */
export function toExportRow({ asked, state, file, failure, endedAt }: Export): ExportRow {
  return {
    id: asked.exportId,
    type: asked.type,
    state,
    ...requesterOf(asked.by),
    requested_at: asked.at,
    ended_at: endedAt,
    failure,
    format: file?.format ?? null,
    rows: file?.rows ?? null,
    size: file?.size ?? null,
    blob: state === 'removed' ? null : (file?.blob ?? null),
    expires_at: file?.expires ?? null,
    scope_key: exportScopeKey(asked),
  };
}

const requesterOf = ({ userId, workerId }: Actor) => ({
  requested_by: userId,
  requested_by_worker: workerId,
});

/** What a requester may see and how: the same key is the same sight. */
export const exportScopeKey = ({ scope, audience }: Pick<Asked, 'scope' | 'audience'>): string =>
  `${audience}/${scope.kind}/${'siteId' in scope ? scope.siteId : ''}`;
