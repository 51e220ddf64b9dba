import { changedKeys } from '@atelier/domain/processes/changed-keys.ts';
import { rmaStream } from '@atelier/domain/kernel.ts';
import type { EditConflict } from '@atelier/contracts/deposit/edit-schema.ts';
import type { Address, Contact, RmaEvent } from '@atelier/domain/deposit/events.ts';
import { evolveRma, initialRma, type RmaState } from '@atelier/domain/deposit/rma.ts';
import type { Kysely } from 'kysely';
import { findNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import { isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';

type RmaStored = StoredEvent & RmaEvent;
const isRmaEvent = isOneOf<RmaEvent>([
  'RmaDeposited',
  'RmaContactChanged',
  'RmaEdited',
  'RmaItemAdded',
  'RmaCustomerErased',
]);

/** Who changed which fields of a deposit after the version that an editor saw. Call inside `inScope`. */
export async function findEditsSince(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  rmaId: number,
  seen: number,
): Promise<EditConflict> {
  const { events, version } = await store.readStream(rmaStream(rmaId));
  const edits = fieldsChanged(events.filter(isRmaEvent)).filter(({ event }) => event.version > seen);
  const { users } = await findNames(
    trx,
    edits.flatMap(({ event }) => userOf(event) ?? []),
  );
  return {
    version,
    changes: edits.map(({ event, fields }) => ({
      by: users.get(userOf(event) ?? 0) ?? '',
      at: event.recordedAt,
      fields: [...fields],
    })),
  };
}

const userOf = ({ data }: RmaStored): number | null => ('by' in data ? data.by.userId : null);

interface Edit {
  readonly event: RmaStored;
  readonly fields: readonly string[];
}

function fieldsChanged(events: readonly RmaStored[]): readonly Edit[] {
  let before: RmaState = initialRma;
  return events.map((event) => {
    const after = evolveRma(before, event);
    const fields = event.type === 'RmaEdited' ? event.data.changed : contactFields(before, after);
    before = after;
    return { event, fields };
  });
}

/** As the form names them. */
const WIRE_NAMES = {
  firstName: 'firstname',
  lastName: 'lastname',
  phoneCode: 'phone_code',
  phone: 'phone',
  email: 'email',
  country: 'country',
  province: 'province',
  city: 'city',
  address: 'address',
  receiverName: 'receiver_name',
  receiverPhone: 'receiver_phone',
} as const satisfies Record<keyof Contact | keyof Address, string>;
const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(WIRE_NAMES));

function contactFields(before: RmaState, after: RmaState): readonly string[] {
  if (before.kind === 'none' || after.kind === 'none') return [];
  const keys = changedKeys({ ...after.contact, ...after.address }, { ...before.contact, ...before.address });
  return keys.map((key) => NAMES.get(key) ?? key);
}
