import type { Pool } from 'pg';
import { IdempotencyConflict } from '../errors.ts';
import type { AppendResult, Idempotency, JsonObject } from '../types.ts';

interface CommandRow {
  readonly fingerprint: string;
  readonly position: number;
  readonly versions: Readonly<Record<string, number>>;
  readonly answer: JsonObject | null;
}

const findSql =
  'select fingerprint, position, versions, answer from handled_commands where person = $1 and key = $2';

/** The result of a command that was handled before. Throws `IdempotencyConflict` when its body was another. */
export async function findCommand(pool: Pool, command: Idempotency): Promise<AppendResult | undefined> {
  const { rows } = await pool.query<CommandRow>({
    name: 'find_command',
    text: findSql,
    values: [command.person, command.key],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  if (row.fingerprint !== command.fingerprint) throw new IdempotencyConflict();
  const { position, versions, answer } = row;
  return { position, versions, replayed: true, ...(answer !== null && { answer }) };
}
