import { itemStream } from '@atelier/domain/kernel.ts';
import type { RowResult } from '@atelier/contracts/repair/schema.ts';
import type { ItemOutcome } from '@atelier/application/commands/each-item.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { type HandlerResult, ok } from './envelope.ts';
import { ApiError } from './errors.ts';
import { REJECTION_STATUS, refusalMessage, rejected } from './rejections.ts';

type Accepted = Extract<CommandOutcome, { ok: true }>;

/** Facts of an accepted row beside its version. */
type RowFacts = (outcome: Accepted) => Partial<RowResult>;

interface RowRules {
  readonly factsOf?: RowFacts;
  /** The caller named a list: a refusal carries its rows, also when there is one row. */
  readonly isList?: boolean;
}

/**
 * The response of a call that decides each row for itself (product/calls.md §1). All refused: an error with the rows as its
 * data. Some refused: the envelope of `successBody` says so at its head.
 */
export function rowResults(
  rows: readonly ItemOutcome[],
  message: string,
  { factsOf = () => ({}), isList = false }: RowRules = {},
): HandlerResult<RowResult[]> {
  const accepted = rows.flatMap(({ outcome }) => (outcome.ok ? [outcome] : []));
  if (accepted.length === 0) throw refusalOfAll(rows, isList);
  const position = Math.max(...accepted.map((outcome) => outcome.position));
  return ok(
    rows.map((row) => rowOf(row, message, factsOf)),
    { message, position },
  );
}

function rowOf({ id, outcome }: ItemOutcome, message: string, factsOf: RowFacts): RowResult {
  if (!outcome.ok) {
    const { code, details } = outcome.rejection;
    return { id, success: false, code, message: refusalMessage(code), ...(details && { data: details }) };
  }
  const version = outcome.versions[itemStream(id)];
  const facts = { ...(version !== undefined && { version }), ...factsOf(outcome) };
  return { id, success: true, code: 'ok', message, ...facts };
}

/** One row alone is refused as a call for it would be, unless it was a list of one. Several have one code when they share the reason. */
function refusalOfAll(rows: readonly ItemOutcome[], isList: boolean): ApiError {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0 && !isList) return refusalOf(only.outcome);
  const results = rows.map((row) => rowOf(row, '', () => ({})));
  const [first] = results;
  const isShared = results.every((row) => row.code === first?.code);
  const code = isShared ? (first?.code ?? 'not_found') : 'no_row_moved';
  const status = isRejectionCode(code) ? REJECTION_STATUS[code] : 400;
  return new ApiError(status, code, 'Every piece was refused.', { data: results });
}

function refusalOf(outcome: CommandOutcome): ApiError {
  if (outcome.ok) throw new TypeError('an accepted row is no refusal');
  return rejected(outcome.rejection);
}

function isRejectionCode(code: string): code is keyof typeof REJECTION_STATUS {
  return code in REJECTION_STATUS;
}
