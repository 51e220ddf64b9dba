import { acceptStreams, reject, type StreamsDecision } from '@atelier/domain/decider.ts';
import { itemStream, type ItemId } from '@atelier/domain/kernel.ts';
import { decideInTurn, type BulkDecision } from '@atelier/domain/processes/in-turn.ts';
import type { ProcessEvent, ProcessState } from '@atelier/domain/processes/process-state.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import type { CommandContext, ItemCommand } from '@atelier/domain/repair/item/commands.ts';
import { decideItem } from '@atelier/domain/repair/decide.ts';
import type { Item, ItemState } from '@atelier/domain/repair/item/item.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { JsonObject } from '@atelier/event-store/types.ts';
import { itemAggregate } from '../aggregates.ts';
import { processStateOf } from './process-streams.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
  type States,
} from './run-command.ts';
import { visibleItem } from './visible-item.ts';

/** What became of one item of a call that names several. */
export interface ItemOutcome {
  readonly id: ItemId;
  readonly outcome: CommandOutcome;
}

export type ItemDecision = StreamsDecision<ProcessEvent> & { readonly answer?: JsonObject };

/** Decides one item on the states as the items before it left them. */
export type DecideItem = (processState: ProcessState, context: CommandContext) => ItemDecision;

export interface EachItem {
  readonly itemIds: readonly ItemId[];
  /** Looks up what deciding this item takes: for all items that the caller may see at once, before any is decided. */
  readonly prepare: (item: Item, states: States) => DecideItem | Promise<DecideItem>;
  readonly sees?: (state: ItemState, scope: DataScope, id: ItemId) => Item | null;
}

/**
 * One command over several items: one read, one decision that refuses items one by one, one append of all that are
 * accepted. A repeated command is answered as its first run was, refusals too. An item that the caller may not see is `not_found`.
 * Throws as `runCommand` does; then nothing of any item is written.
 */
export async function runOnEachItem(
  services: CommandServices,
  caller: Caller,
  { prepare, sees = visibleItem, ...named }: EachItem,
): Promise<readonly ItemOutcome[]> {
  const itemIds = [...new Set(named.itemIds)];
  const [only, ...others] = itemIds;
  const isList = only === undefined || others.length > 0;
  let rows: Rows = {};
  const decide = async (states: States, context: CommandContext): Promise<AnsweredDecision> => {
    const seen = itemIds.flatMap((id) => sees(states.of(itemAggregate, id), caller.scope, id) ?? []);
    const prepared = new Map(
      await Promise.all(seen.map(async (item) => [item.id, await prepare(item, states)] as const)),
    );
    const decideOne = (id: ItemId, now: ProcessState): ItemDecision =>
      prepared.get(id)?.(now, context) ?? reject('not_found');
    const decided = decideInTurn(itemIds, decideOne, processStateOf(states));
    if (!isList) return decided.rows[0]?.decision ?? reject('not_found');
    rows = rowsOf(decided);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a rejection is plain JSON
    return { ...acceptStreams(decided.streams), answer: { rows } as unknown as JsonObject };
  };
  const outcome = await runCommand(services, caller, {
    streams: itemIds.map(itemStream),
    ...(!isList && { versioned: itemStream(only) }),
    decide,
  });
  return isList ? outcomesOf(itemIds, outcome, rows) : [{ id: only, outcome }];
}

/** What the outcomes of a call do not share, by item: kept with the call's key. */
type Rows = Readonly<Record<string, { readonly refused?: Rejection; readonly answer?: JsonObject }>>;

function rowsOf({ rows }: BulkDecision<ItemDecision>): Rows {
  const own: Record<string, Rows[string]> = {};
  for (const { itemId, decision } of rows) {
    if (!decision.ok) own[itemId] = { refused: decision.rejection };
    else if ('answer' in decision && decision.answer) own[itemId] = { answer: decision.answer };
  }
  return own;
}

/** How an item is decided that no package, RMA or other item takes part in. */
export function alone(item: Item, command: ItemCommand): DecideItem {
  return (_processState, context) => {
    const decision = decideItem(command, item, context);
    if (!decision.ok) return decision;
    return acceptStreams([{ streamId: itemStream(item.id), events: decision.events }]);
  };
}

/** Where nothing was written, `decided` says why. */
function outcomesOf(
  itemIds: readonly ItemId[],
  outcome: CommandOutcome,
  decided: Rows,
): readonly ItemOutcome[] {
  if (!outcome.ok) return itemIds.map((id) => ({ id, outcome }));
  const { answer, ...written } = outcome;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this function's caller alone
  const rows = (answer?.['rows'] ?? decided) as Rows;
  return itemIds.map((id) => {
    const { refused, answer: own } = rows[id] ?? {};
    if (refused !== undefined) return { id, outcome: { ok: false, rejection: refused } };
    return { id, outcome: { ...written, ...(own && { answer: own }) } };
  });
}
