import { sql, type QueryExecutorProvider } from 'kysely';

export interface Counted {
  /** Attempts counted here since the last success or lock, this one included. */
  readonly failures: number;
  readonly lockedUntil: Date | null;
}

export interface CountTerms {
  readonly most: number;
  readonly lockMs: number;
  /** After so long without an attempt the count begins again; without it, only a lock that ended does that. */
  readonly quietMs?: number;
}

/** Whether the attempt just counted is one too many. */
export const isShut = ({ failures }: Counted, most: number): boolean => failures > most;

/** One statement, hence atomic: a lock that is over starts a new count, the last failure of a count locks. */
export async function countFailure(
  db: QueryExecutorProvider,
  of: { readonly account: string; readonly address: string },
  { most, lockMs, quietMs }: CountTerms,
  now: Date,
): Promise<Counted> {
  const until = new Date(now.getTime() + lockMs);
  const quiet = new Date(quietMs === undefined ? 0 : now.getTime() - quietMs);
  const over = sql`coalesce(held.locked_until <= ${now}, held.last_at <= ${quiet})`;
  const { rows } = await sql<Counted>`
    insert into login_attempts as held (account, address, failures, last_at, locked_until)
    values (${of.account}, ${of.address}, 1, ${now}, null)
    on conflict (account, address) do update set
      last_at = ${now},
      failures = case when ${over} then 1 else held.failures + 1 end,
      locked_until = case when ${over} then null
                          when held.failures + 1 >= ${most} and held.locked_until is null then ${until}::timestamptz
                          else held.locked_until end
    returning failures, locked_until as "lockedUntil"`.execute(db);
  const [counted] = rows;
  if (counted === undefined) throw new Error('counting an attempt answered nothing');
  return counted;
}

/** A success takes back its count of an open line, and `more` of the same caller's failures; those of others stay counted. */
export async function takeFailureBack(
  db: QueryExecutorProvider,
  { account, address }: { readonly account: string; readonly address: string },
  most: number,
  more = 0,
): Promise<void> {
  const own = 1 + more;
  await sql`
    with less as (
      update login_attempts set failures = failures - ${own}, locked_until = null
       where account = ${account} and address = ${address} and failures between ${own + 1} and ${most})
    delete from login_attempts
     where account = ${account} and address = ${address} and failures between 1 and ${own}`.execute(db);
}
