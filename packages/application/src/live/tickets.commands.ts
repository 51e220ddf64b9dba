import { TICKET_LIFE_MS } from '@atelier/domain/identity/sign-in.ts';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { IdentityDb } from '../identity/identity.table.ts';
import { tokenHash } from '../identity/sessions.queries.ts';

const TICKET_BYTES = 32;

/** A ticket for one live connection of this session: good once, for 30 s, at any node. */
export async function issueTicket(db: IdentityDb, sessionId: string, now: Date): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  // In one statement with the removal of old ones: after a node's restart thousands of screens ask at once.
  await sql`
    with expired as (delete from live_tickets where expires_at < ${now})
    insert into live_tickets (ticket_hash, session_id, expires_at)
    values (${tokenHash(ticket)}, ${sessionId}, ${new Date(now.getTime() + TICKET_LIFE_MS)})`.execute(db);
  return ticket;
}

/** Takes a ticket out of use; answers its session, or undefined for one that is unknown, used or too old. */
export async function redeemTicket(db: IdentityDb, ticket: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ session_id: string; expires_at: Date }>`
    delete from live_tickets where ticket_hash = ${tokenHash(ticket)}
    returning session_id, expires_at`.execute(db);
  const [found] = rows;
  return found !== undefined && found.expires_at.getTime() > now.getTime() ? found.session_id : undefined;
}
