import type { Decider } from '../testing.ts';
import type { CommandContext, ItemCommand } from './item/commands.ts';
import { decideItem } from './decide.ts';
import type { ItemEvent } from './item/events.ts';
import { evolveItem } from './evolve.ts';
import { initialItem, type ItemState } from './item/item.ts';

export const itemDecider: Decider<ItemState, ItemCommand, ItemEvent, CommandContext> = {
  initialState: initialItem,
  evolve: evolveItem,
  decide: decideItem,
};
