import { itemStream } from '@atelier/domain/kernel.ts';
import type { RowResult } from '@atelier/contracts/repair/schema.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { type HandlerResult, ok } from './envelope.ts';
import { ApiError } from './errors.ts';
import { inParts } from './in-parts.ts';
import { REJECTION_STATUS, refusalMessage, rejected } from './rejections.ts';

/** What became of one row: the outcome of its command, or the error that ended it. */
export interface RowOutcome {
  readonly id: number;
  readonly outcome: CommandOutcome | ApiError;
}

type Accepted = Extract<CommandOutcome, { ok: true }>;

/** Facts of an accepted row beside its version. */
type RowFacts = (outcome: Accepted) => Partial<RowResult>;

interface RowRules {
  readonly factsOf?: RowFacts;
  /** The caller named a list: a refusal carries its rows, also when there is one row. */
  readonly isList?: boolean;
}

/** One command per item, as many at once as share a commit; what is refused does not stop the rest. */
export async function eachItem(
  ids: readonly number[],
  command: (id: number) => Promise<CommandOutcome>,
  message: string,
): Promise<HandlerResult<RowResult[]>> {
  const done = await inParts([...new Set(ids)], async (id) => ({ id, outcome: await settled(command(id)) }));
  return rowResults(done, message);
}

/**
 * The response of a call that decides each row for itself (product/calls.md §1). All refused: an error with the rows as its
 * data. Some refused: the envelope of `successBody` says so at its head.
 */
export function rowResults(
  rows: readonly RowOutcome[],
  message: string,
  { factsOf = () => ({}), isList = false }: RowRules = {},
): HandlerResult<RowResult[]> {
  const accepted = rows.flatMap(({ outcome }) => acceptedOf(outcome));
  if (accepted.length === 0) throw refusalOfAll(rows, isList);
  const position = Math.max(...accepted.map((outcome) => outcome.position));
  return ok(
    rows.map((row) => rowOf(row, message, factsOf)),
    { message, position },
  );
}

export function acceptedOf(outcome: CommandOutcome | ApiError): readonly Accepted[] {
  return !(outcome instanceof ApiError) && outcome.ok ? [outcome] : [];
}

/** A stale version or an unexpected refusal of one row is that row's result, not the end of the others. */
export async function settled(outcome: Promise<CommandOutcome>): Promise<CommandOutcome | ApiError> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function rowOf({ id, outcome }: RowOutcome, message: string, factsOf: RowFacts): RowResult {
  if (outcome instanceof ApiError) {
    return { id, success: false, code: String(outcome.code), message: outcome.message };
  }
  if (!outcome.ok) {
    const { code, details } = outcome.rejection;
    return { id, success: false, code, message: refusalMessage(code), ...(details && { data: details }) };
  }
  const version = outcome.versions[itemStream(id)];
  const facts = { ...(version !== undefined && { version }), ...factsOf(outcome) };
  return { id, success: true, code: 'ok', message, ...facts };
}

/** One row alone is refused as a call for it would be, unless it was a list of one. Several have one code when they share the reason. */
function refusalOfAll(rows: readonly RowOutcome[], isList: boolean): ApiError {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0 && !isList) return refusalOf(only.outcome);
  const results = rows.map((row) => rowOf(row, '', () => ({})));
  const [first] = results;
  const isShared = results.every((row) => row.code === first?.code);
  const code = isShared ? (first?.code ?? 'not_found') : 'no_row_moved';
  const status = isRejectionCode(code) ? REJECTION_STATUS[code] : 400;
  return new ApiError(status, code, 'Every piece was refused.', { data: results });
}

function refusalOf(outcome: CommandOutcome | ApiError): ApiError {
  if (outcome instanceof ApiError) return outcome;
  if (outcome.ok) throw new TypeError('an accepted row is no refusal');
  return rejected(outcome.rejection);
}

function isRejectionCode(code: string): code is keyof typeof REJECTION_STATUS {
  return code in REJECTION_STATUS;
}
