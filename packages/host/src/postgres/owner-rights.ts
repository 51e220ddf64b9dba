import { Client, DatabaseError } from 'pg';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';

const insufficientPrivilege = '42501';
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Whether this error, or what caused it, is the server's "permission denied". */
export function isDenied(error: unknown): boolean {
  if (error instanceof DatabaseError && error.code === insufficientPrivilege) return true;
  return error instanceof Error && error.cause !== undefined && isDenied(error.cause);
}

interface Rights {
  readonly login: string;
  readonly database: string;
  readonly may_create_roles: boolean;
  readonly owns: boolean;
  /** Roles of the product that another login made, and that this one may not grant: PostgreSQL 16 and newer. */
  readonly foreign_roles: readonly string[] | null;
}

const RIGHTS = `
  select current_user as login, current_database() as database,
         (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create_roles,
         pg_has_role(current_user, datdba, 'usage') as owns,
         (select array_agg(rolname::text order by rolname) from pg_roles
           where rolname in ('atelier_app', 'atelier_projector', 'atelier_writer', 'atelier_jobs', 'atelier_login')
             and current_setting('server_version_num')::int >= 160000
             and not pg_has_role(current_user, oid, 'member with admin option')) as foreign_roles
    from pg_database where datname = current_database()`;

/** What a superuser has to run so that this login may migrate; undefined when its rights are not what is missing. */
export async function grantsNeeded(ownerUrl: string): Promise<string | undefined> {
  const client = new Client({ ...connectionTo(ownerUrl), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const [rights] = (await client.query<Rights>(RIGHTS)).rows;
    const statements = rights === undefined ? [] : statementsFor(rights);
    return statements.length === 0 ? undefined : statements.join(' ');
  } finally {
    await client.end();
  }
}

function statementsFor({ login, database, foreign_roles: foreign, ...rights }: Rights): readonly string[] {
  return [
    ...(rights.may_create_roles ? [] : [`alter role ${quoted(login)} createrole;`]),
    ...(rights.owns ? [] : [`alter database ${quoted(database)} owner to ${quoted(login)};`]),
    ...(foreign === null ? [] : [`grant ${foreign.join(', ')} to ${quoted(login)} with admin option;`]),
  ];
}
