import { toMs } from '@atelier/domain/kernel.ts';
import { factsOf, type Facts } from './facts.ts';
import { numberIn, textIn, type LoggedEvent } from './logged-event.ts';
import { meaningOf, type OcsfMeaning } from './ocsf-meanings.ts';
import {
  OCSF_CATEGORIES,
  OCSF_CLASSES,
  OCSF_SEVERITIES,
  OCSF_VERSION,
  type OcsfActivity,
  type OcsfEndpoint,
  type OcsfEvent,
  type OcsfUser,
} from './ocsf-shapes.ts';

const PRODUCT = { name: 'Atelier', vendor_name: 'Atelier' };
/** Kinds of observables in OCSF: the `uid` of a user and of a network endpoint, by which a SIEM links events. */
const USER_UID = { type_id: 31 };
const ENDPOINT_UID = { type_id: 48 };

/**
 * An event in OCSF: sign-ins, rights, exports, privacy and readings; null for everything else. People are numbers. `rules` are
 * those of the audit that name it as out of the ordinary.
 */
export function toOcsf(event: LoggedEvent, rules: readonly string[]): OcsfEvent | null {
  const meaning = meaningOf(event.type);
  if (meaning === null) return null;
  const detail = meaning.detail?.(event) ?? null;
  const fields = meaning.fields(event);
  const actor = { user: actorOf(event) };
  const source = sourceOf(event);
  return {
    ...classOf(meaning, event),
    ...severityOf(meaning, rules),
    ...(meaning.failure === true ? FAILURE : SUCCESS),
    ...(detail !== null && { status_detail: detail }),
    time: toMs(event.metadata.occurredAt),
    message: event.type,
    metadata: metadataOf(event, rules),
    actor,
    ...fields,
    src_endpoint: source,
    observables: observablesOf(actor.user, fields.user, source),
    unmapped: unmappedOf(event),
  };
}

const OUTCOMES = { success: 1, failure: 2 } as const;
const SUCCESS = { status_id: OUTCOMES.success, status: 'Success' } as const;
const FAILURE = { status_id: OUTCOMES.failure, status: 'Failure' } as const;

function classOf({ of, activity }: OcsfMeaning, event: LoggedEvent) {
  const { uid, name, category } = OCSF_CLASSES[of];
  const [id, caption]: OcsfActivity = typeof activity === 'function' ? activity(event) : activity;
  return {
    activity_id: id,
    activity_name: caption,
    category_uid: category,
    category_name: OCSF_CATEGORIES[category],
    class_uid: uid,
    class_name: name,
    type_uid: uid * 100 + id,
    type_name: `${name}: ${id === 99 ? 'Other' : caption}`,
  };
}

/** What a rule names as out of the ordinary is of medium severity. */
function severityOf({ severity = 1 }: OcsfMeaning, rules: readonly string[]) {
  const id = rules.length > 0 ? 3 : severity;
  return { severity_id: id, severity: OCSF_SEVERITIES[id] };
}

function metadataOf(event: LoggedEvent, rules: readonly string[]): OcsfEvent['metadata'] {
  const { commandId, occurredAt } = event.metadata;
  return {
    version: OCSF_VERSION,
    uid: event.eventId,
    product: PRODUCT,
    log_name: 'events',
    event_code: event.type,
    correlation_uid: commandId,
    original_time: occurredAt,
    logged_time: toMs(event.recordedAt),
    ...(rules.length > 0 && { labels: rules.map((rule) => `unusual:${rule}`) }),
  };
}

/** The account, at a station with its worker beside. */
function actorOf({ metadata: { actor, worker } }: LoggedEvent): OcsfUser {
  if (actor.kind === 'user')
    return { uid: `user-${actor.id}`, ...(worker && { uid_alt: `worker-${worker.id}` }), type_id: 1 };
  return { uid: String(actor.id), type_id: 3 };
}

/** What is recorded of where it came from: the keyed digest of an address, a device's name, a site; never an address. */
function sourceOf({ data, metadata: { device, site } }: LoggedEvent): OcsfEndpoint {
  const uid = textIn(data['address']) ?? device;
  if (uid === undefined && site === undefined) return { svc_name: 'atelier' };
  return { ...(uid !== undefined && { uid }), ...(site !== undefined && { name: `site-${site}` }) };
}

function observablesOf(
  actor: OcsfUser,
  user: OcsfUser | undefined,
  { uid }: OcsfEndpoint,
): OcsfEvent['observables'] {
  return [
    { name: 'actor.user.uid', ...USER_UID, value: actor.uid },
    ...(user === undefined ? [] : [{ name: 'user.uid', ...USER_UID, value: user.uid }]),
    ...(uid === undefined ? [] : [{ name: 'src_endpoint.uid', ...ENDPOINT_UID, value: uid }]),
  ];
}

/** The place in the log, by which a reader goes on, and what the log's other formats say of such an event. */
function unmappedOf({ position, streamId, version, data, metadata }: LoggedEvent): Facts {
  const [failures, rows, format, call] = [
    numberIn(data['failures']),
    numberIn(data['rows']),
    textIn(data['format']) ?? textIn(data['type']),
    textIn(data['call']),
  ];
  return {
    position,
    stream: streamId,
    version,
    ...(metadata.site !== undefined && { site_id: metadata.site }),
    ...factsOf(data),
    ...(failures !== null && { failures }),
    ...(rows !== null && { rows }),
    ...(format !== null && { format }),
    ...(call !== null && { call }),
  };
}
