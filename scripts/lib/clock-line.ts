import { Client } from 'pg';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';

const noticedMs = 60_000;

interface Clocks {
  /** Milliseconds since 1970, as the server has them. */
  readonly server: number;
  /** Of the newest event; null in an empty log. */
  readonly newest: number | null;
}

/** What is wrong with the clocks, as a sentence; undefined when they agree. Times in Atelier are the database server's. */
export async function clockLine(ownerUrl: string): Promise<string | undefined> {
  const here = Date.now();
  const { server, newest } = await readClocks(ownerUrl);
  if (newest !== null && newest - server > noticedMs)
    return `The database server's clock is ${spanOf(newest - server)} behind the newest event of the log: set it right (NTP), or what happens now is dated before what was.`;
  if (Math.abs(here - server) <= noticedMs) return undefined;
  const side = here > server ? 'ahead of' : 'behind';
  return `This machine's clock is ${spanOf(Math.abs(here - server))} ${side} the database server's: set the wrong one right (NTP), since certificates and single sign-on depend on it.`;
}

async function readClocks(ownerUrl: string): Promise<Clocks> {
  const client = new Client({ ...connectionTo(ownerUrl), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Clocks>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as server,
              (select (extract(epoch from recorded_at) * 1000)::float8 from events order by position desc limit 1) as newest`,
    );
    return rows[0] ?? { server: Date.now(), newest: null };
  } finally {
    await client.end();
  }
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`;
}
