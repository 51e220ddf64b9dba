import { accept, reject, unreachable, type Decision } from '../decider.ts';
import { DAY_MS, toInstant, toMs, type ActorAtSite, type Instant } from '../kernel.ts';
import type { PersonExportFormat } from './contract.ts';
import type {
  PersonExportCompleted,
  PersonExportEvent,
  PersonExportFailed,
  PersonExportRequested,
} from './events.ts';

/** Long enough to answer the person, short for a copy of everything (product/privacy.md §5). */
export const PERSON_EXPORT_KEPT_MS = 7 * DAY_MS;

type Asked = PersonExportRequested['data'];

/** One export of everything held about a person. */
export interface PersonExport {
  readonly kind: 'export';
  readonly asked: Asked;
  readonly state: 'requested' | 'done' | 'failed' | 'removed';
  /** The parts of the file's key; null where a customer of it is erased. */
  readonly keyParts: readonly (string | null)[];
  readonly file: Omit<PersonExportCompleted['data'], 'at'> | null;
  readonly failure: PersonExportFailed['data']['code'] | null;
  readonly endedAt: Instant | null;
  readonly reads: number;
  readonly readAt: Instant | null;
}

export type PersonExportState = { readonly kind: 'none' } | PersonExport;
export const initialPersonExport: PersonExportState = { kind: 'none' };

/** Folds one event into an export. */
export function evolvePersonExport(state: PersonExportState, event: PersonExportEvent): PersonExportState {
  if (event.type === 'PersonExportRequested') return requested(event.data);
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'PersonExportKeyKept':
      return { ...state, keyParts: [...state.keyParts, event.data.part] };
    case 'PersonExportCompleted': {
      const { at, ...file } = event.data;
      return { ...state, state: 'done', file, failure: null, endedAt: at };
    }
    case 'PersonExportFailed':
      return { ...state, state: 'failed', failure: event.data.code, endedAt: event.data.at };
    case 'PersonExportRead':
      return { ...state, reads: state.reads + 1, readAt: event.data.at };
    case 'PersonExportRemoved':
      return { ...state, state: 'removed', file: null };
    default:
      return unreachable(event);
  }
}

function requested(asked: Asked): PersonExport {
  const nothing = { keyParts: [], file: null, failure: null, endedAt: null, reads: 0, readAt: null };
  return { kind: 'export', asked, state: 'requested', ...nothing };
}

interface When {
  readonly now: Instant;
}

/** Asks for everything held about a person. Whether there is such a person is settled before. */
export function requestPersonExport(
  asked: Omit<Asked, 'at' | 'by'>,
  state: PersonExportState,
  { now, actor: { userId, workerId } }: When & { readonly actor: ActorAtSite },
): Decision<PersonExportEvent> {
  if (state.kind !== 'none') return reject('already_exists');
  return accept<PersonExportEvent>({
    type: 'PersonExportRequested',
    data: { ...asked, at: now, by: { userId, workerId } },
  });
}

/** A worker has built the file. Said twice, by a job that was delivered twice, the first file stays. */
export function completePersonExport(
  {
    blob,
    size,
    keyParts,
  }: { readonly blob: string; readonly size: number; readonly keyParts: readonly string[] },
  state: PersonExportState,
  { now }: When,
): Decision<PersonExportEvent> {
  if (state.kind === 'none') return reject('not_found');
  if (state.state !== 'requested') return accept<PersonExportEvent>();
  const expires = toInstant(toMs(now) + PERSON_EXPORT_KEPT_MS);
  return accept<PersonExportEvent>(
    ...keyParts.map((part, at): PersonExportEvent => ({
      type: 'PersonExportKeyKept',
      data: { customerRef: state.asked.customerRefs[at] ?? '', part, at: now },
    })),
    { type: 'PersonExportCompleted', data: { blob, size, expires, at: now } },
  );
}

/** There will be no file: the person is erased, or every attempt failed. */
export function failPersonExport(
  code: PersonExportFailed['data']['code'],
  state: PersonExportState,
  { now }: When,
): Decision<PersonExportEvent> {
  if (state.kind === 'none') return reject('not_found');
  if (state.state !== 'requested') return accept<PersonExportEvent>();
  return accept<PersonExportEvent>({ type: 'PersonExportFailed', data: { code, at: now } });
}

/** Whether the file can be fetched: it exists, has not expired, and no person in it is erased. */
export const isReadable = ({ state, file, keyParts }: PersonExport, now: Instant): boolean =>
  state === 'done' && file !== null && toMs(now) < toMs(file.expires) && !keyParts.includes(null);

/** Recorded before the first byte leaves. */
export function readPersonExport(
  format: PersonExportFormat,
  state: PersonExportState,
  { now, actor: { userId, workerId } }: When & { readonly actor: ActorAtSite },
): Decision<PersonExportEvent> {
  if (state.kind === 'none' || !isReadable(state, now)) return reject('not_found');
  const data = { format, at: now, by: { userId, workerId } };
  return accept<PersonExportEvent>({ type: 'PersonExportRead', data });
}

/** Said by the sweep after the file's time, and by the erasure of a person in it at once. */
export function removePersonExport(
  because: 'expired' | 'erased',
  state: PersonExportState,
  { now }: When,
): Decision<PersonExportEvent> {
  if (state.kind === 'none' || state.state === 'removed') return accept<PersonExportEvent>();
  if (because === 'expired' && (state.file === null || toMs(now) < toMs(state.file.expires)))
    return reject('too_early');
  return accept<PersonExportEvent>({ type: 'PersonExportRemoved', data: { at: now } });
}

export interface PersonExportRow {
  readonly id: number;
  readonly customer_refs: readonly string[];
  readonly language: string;
  readonly state: PersonExport['state'];
  readonly requested_at: Instant;
  readonly requested_by: number | null;
  readonly ended_at: Instant | null;
  readonly failure: string | null;
  readonly blob: string | null;
  readonly size: number | null;
  readonly expires_at: Instant | null;
  readonly reads: number;
  readonly read_at: Instant | null;
}

/** The inline read-model row (`version` and `position` are the append's). Nothing of the file's key. */
export function toPersonExportRow(state: PersonExport): PersonExportRow {
  const { asked, file } = state;
  return {
    id: asked.exportId,
    customer_refs: asked.customerRefs,
    language: asked.language,
    state: state.state,
    requested_at: asked.at,
    requested_by: asked.by.userId,
    ended_at: state.endedAt,
    failure: state.failure,
    blob: file?.blob ?? null,
    size: file?.size ?? null,
    expires_at: file?.expires ?? null,
    reads: state.reads,
    read_at: state.readAt,
  };
}
