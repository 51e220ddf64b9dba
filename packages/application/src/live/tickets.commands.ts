import { TICKET_LIFE_MS } from '@atelier/domain/identity/sign-in.ts';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { IdentityDb } from '../identity/identity.table.ts';
import { tokenHash } from '../identity/sessions.queries.ts';
import { batchRequests } from '../shared/batch-requests.ts';

const TICKET_BYTES = 32;

/** A ticket for one live connection of this session: good once, for 30 s, at any node. */
export async function issueTicket(db: IdentityDb, sessionId: string, now: Date): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  await keepTickets(db, { ticket, sessionId, now });
  return ticket;
}

interface Issued {
  readonly ticket: string;
  readonly sessionId: string;
  readonly now: Date;
}

/** After a node's restart thousands of screens ask at once: with the removal of old ones in one statement for all who wait. */
const keepTickets = batchRequests(async (db: IdentityDb, issued: readonly Issued[]) => {
  const hashes = issued.map(({ ticket }) => tokenHash(ticket));
  const ends = issued.map(({ now }) => new Date(now.getTime() + TICKET_LIFE_MS));
  await sql`
    with expired as (delete from live_tickets where expires_at < ${issued[0]?.now})
    insert into live_tickets (ticket_hash, session_id, expires_at)
    select * from unnest(${hashes}::bytea[], ${issued.map(({ sessionId }) => sessionId)}::uuid[],
                         ${ends}::timestamptz[])`.execute(db);
  return hashes;
});

/** Takes a ticket out of use; answers its session, or undefined for one that is unknown, used or too old. */
export const redeemTicket = (db: IdentityDb, ticket: string, now: Date): Promise<string | undefined> =>
  takeTickets(db, { ticket, now });

interface Shown {
  readonly ticket: string;
  readonly now: Date;
}

interface Taken {
  readonly ticket_hash: Buffer;
  readonly session_id: string;
  readonly expires_at: Date;
}

const takeTickets = batchRequests(async (db: IdentityDb, shown: readonly Shown[]) => {
  const { rows } = await sql<Taken>`
    delete from live_tickets where ticket_hash = any(${shown.map(({ ticket }) => tokenHash(ticket))}::bytea[])
    returning ticket_hash, session_id, expires_at`.execute(db);
  const taken = new Map(rows.map((row) => [row.ticket_hash.toString('hex'), row]));
  return shown.map(({ ticket, now }) => {
    const hash = tokenHash(ticket).toString('hex');
    const found = taken.get(hash);
    // Good once, also when it is shown twice at the same moment.
    taken.delete(hash);
    return found !== undefined && found.expires_at.getTime() > now.getTime() ? found.session_id : undefined;
  });
});
