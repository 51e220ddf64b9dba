import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import type { EventStore, KeyState } from '@atelier/event-store/types.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database.ts';

type Session = Kysely<Database>;

const AT_ONCE = 1_000;

export const KEYS_TABLE = 'subject_keys';

/**
 * Keys of persons that do not open, keys that were destroyed although the log knows of no erasure, and persons of deposits without a
 * key. Of a person in archives alone the ledger says whether they were erased: an erasure writes no event there.
 */
export async function compareKeys(
  session: Session,
  store: Pick<EventStore, 'keyStates'>,
): Promise<readonly DifferencePlace[]> {
  const found: DifferencePlace[] = [];
  for (let after = ''; ;) {
    const persons = await nextPersons(session, after);
    const states = await store.keyStates(persons.map(({ subject }) => subject));
    for (const person of persons) found.push(...faultOf(person, states.get(person.subject) ?? 'none'));
    const last = persons.at(-1);
    if (persons.length < AT_ONCE || last === undefined) return found;
    after = last.subject;
  }
}

interface Person {
  readonly subject: string;
  /** There is a row for their key, and the key in it. */
  readonly is_known: boolean;
  readonly has_key: boolean;
  /** Deposits in the log that hold something of theirs, and how many of them say that they were erased. */
  readonly deposits: number;
  readonly erased: number;
  /** Deposits in archives, whose file alone says what they hold. */
  readonly archived: number;
  readonly in_ledger: boolean;
  /** Their erasure is under way: its events come after the key was destroyed. */
  readonly is_pending: boolean;
}

async function nextPersons(session: Session, after: string): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    with persons as (
      (select subject from public.subject_keys where subject > ${after} order by 1 limit ${AT_ONCE})
      union
      (select distinct customer_ref from public.rma_row where customer_ref > ${after} order by 1 limit ${AT_ONCE})
      order by 1 limit ${AT_ONCE})
    select p.subject, k.subject is not null as is_known, k.wrapped_key is not null as has_key,
           coalesce(d.deposits, 0)::int as deposits, coalesce(d.erased, 0)::int as erased,
           (select count(*) from public.rma_row r join public.streams s on s.stream_id = 'rma-' || r.id
             where r.customer_ref = p.subject and s.archive is not null)::int as archived,
           e.subject is not null as in_ledger, e.subject is not null and e.applied_at is null as is_pending
      from persons p
      left join public.subject_keys k on k.subject = p.subject
      left join public.erasures e on e.subject = p.subject
      left join lateral (
        select count(*) as deposits,
               count(*) filter (where exists (select from public.events c
                 where c.stream_id = s.stream_id and c.type = 'RmaCustomerErased')) as erased
          from public.rma_row r
          join public.streams s on s.stream_id = 'rma-' || r.id and s.archive is null
          join public.events o on o.stream_id = s.stream_id and o.version = 1
         where r.customer_ref = p.subject and o.data ->> 'customerRef' = p.subject
           and o.data::text like '%"$sealed"%') d on true
     order by p.subject`.execute(session);
  return rows;
}

function faultOf(
  { subject, is_known, has_key, deposits, erased, archived, in_ledger, is_pending }: Person,
  state: KeyState,
): readonly DifferencePlace[] {
  if (state === 'unusable') return [placeOf(subject, 'changed')];
  // Of a person without a deposit the ledger alone says it; of others their own streams do.
  const isErased = deposits > 0 ? erased > 0 : in_ledger;
  const isOwed = is_known || deposits + archived > 0;
  return has_key || isErased || is_pending || !isOwed ? [] : [placeOf(subject, 'missing')];
}

const placeOf = (subject: string, kind: 'changed' | 'missing'): DifferencePlace => ({
  table: KEYS_TABLE,
  key: `subject=${subject}`,
  kind,
  columns: ['wrapped_key'],
  streamId: null,
  version: null,
  position: null,
});
