import { accept, reject, type Decision } from '../../decider.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import type { ExpectedDate } from './expected-date.ts';

type ExpectReadyDate = Extract<ItemCommand, { type: 'ExpectReadyDate' }>;

/** Records a date that differs from the one that counts. Decides nothing for a piece that is ready or whose repair ended. */
export function decideExpect(
  { likely, latest, model, because }: ExpectReadyDate,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (latest < likely) return reject('invalid_input', { field: 'latest' });
  const before = item.expected;
  const isSame = before !== null && before.likely === likely && before.latest === latest;
  if (isSame || !isExpected(item)) return accept<ItemEvent>();
  const data = { likely, latest, model, because, ...stamp(context) };
  return accept<ItemEvent>({ type: 'ReadyDateExpected', data });
}

/** The date that counts: none for a piece that is ready, or whose repair ended. */
export const expectedOf = (item: Pick<Item, 'state' | 'expected'>): ExpectedDate | null =>
  isExpected(item) ? item.expected : null;

const isExpected = ({ state }: Pick<Item, 'state'>): boolean => state !== 'ready' && state !== 'ended';

/** A date is near on its day and on so many days before. */
export const NEAR_DAYS = 3;

/** How a day stands to the latest day that is expected; null while it is further away. */
export type Nearness = 'near' | 'late';
