import {
  IMAGE_EVENTS,
  imagesNamedBy,
  type ImageEvent,
  type ImageKind,
} from '@atelier/domain/images/item-images.ts';
import type { ItemHandedOver, SignatureRecorded } from '@atelier/domain/repair/item/events.ts';
import type { FeeApproved, FeeDeclined } from '@atelier/domain/repair/item/money-events.ts';
import type { ShipmentSigned } from '@atelier/domain/shipping/events.ts';
import { isUndecodable } from '@atelier/event-store/errors.ts';
import { isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { LogEvent, StoredEvent } from '@atelier/event-store/types.ts';

/** A picture or a signature as an event names it. */
export interface RecordedFile {
  readonly streamId: string;
  /** Null of a piece whose events lie in an archive file. */
  readonly version: number | null;
  readonly position: number | null;
  readonly what: ImageKind | 'signature';
  /** Its place among the files that the event names, from 1. Null as above. */
  readonly nth: number | null;
  /** The id of a picture, the hash of a signature's document. */
  readonly reference: string;
}

/** An event that names files and does not say which: its person was erased, or their key is not what it was. */
export interface UnreadableEvent extends Pick<RecordedFile, 'streamId' | 'version' | 'position'> {
  readonly reason: string;
}

type SignedEvent = SignatureRecorded | ItemHandedOver | FeeApproved | FeeDeclined | ShipmentSigned;

const SIGNED_EVENTS = [
  'SignatureRecorded',
  'ItemHandedOver',
  'FeeApproved',
  'FeeDeclined',
  'ShipmentSigned',
] as const satisfies readonly SignedEvent['type'][];

/** The event types that name pictures and signatures. */
export const FILE_EVENTS: readonly string[] = [...IMAGE_EVENTS, ...SIGNED_EVENTS];

const isImageEvent = isOneOf<ImageEvent>(IMAGE_EVENTS);
const isSigned = isOneOf<SignedEvent>(SIGNED_EVENTS);

/** The files that an event names, or that it does not say which. */
export function filesIn(event: LogEvent): readonly RecordedFile[] | UnreadableEvent {
  const { streamId, version, position } = event;
  const place = { streamId, version, position };
  if (isUndecodable(event)) return { ...place, reason: event.failure };
  const named = namesIn(event);
  if (named.length < countIn(event)) return { ...place, reason: 'the names of its files do not open' };
  return named.map((name, index) => ({ ...place, ...name, nth: index + 1 }));
}

function namesIn(event: StoredEvent): readonly Pick<RecordedFile, 'what' | 'reference'>[] {
  if (isImageEvent(event))
    return imagesNamedBy(event).map(({ kind: what, imageId: reference }) => ({ what, reference }));
  // Null once the person is erased.
  const signature: string | null = isSigned(event) ? event.data.signature : null;
  return signature === null ? [] : [{ what: 'signature', reference: signature }];
}

/** How many files an event names, where it says so in clear. */
function countIn(event: StoredEvent): number {
  if (isImageEvent(event)) return event.data.pictureDigests?.length ?? 0;
  return event.type === 'SignatureRecorded' ? 1 : 0;
}
