import { localDay } from '@atelier/domain/calendar.ts';
import type { Day, Instant, ItemId } from '@atelier/domain/kernel.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { LoanAtPickup } from '@atelier/domain/repair/loans/loan.ts';
import { openLoan } from '@atelier/domain/repair/loans/loans.ts';
import { runItemCommand } from '../commands/item-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { loanFacts, type NewLoan } from '@atelier/domain/repair/loans/loan-events.ts';

/** `POST /rma/loan` and `/rma/loan/change` (product/repair.md §21). */
export function recordLoan(
  services: CommandServices,
  caller: Caller,
  type: 'HandOutLoan' | 'ChangeLoan',
  itemId: ItemId,
  said: NewLoan,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, async (item) => ({
    type,
    loan: loanFacts(said, item.fee.due.currency),
    today: await shopDay(services, item),
  }));
}

export function returnLoan(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  condition: string | null,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'ReturnLoan', condition }));
}

export function cancelLoan(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  reason: string,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'CancelLoan', reason }));
}

/** What a handover says of loans, without the day: the decision asks the shop's calendar. */
export type SaidLoans = ReadonlyMap<ItemId, Omit<LoanAtPickup, 'today'>>;

/** The same with today's day at the piece's shop; undefined where nothing is said, or no loan is out. */
export async function saidLoan(
  services: CommandServices,
  item: Item,
  said: SaidLoans,
): Promise<LoanAtPickup | undefined> {
  const loan = said.get(item.id);
  if (loan === undefined || openLoan(item) === null) return undefined;
  return { ...loan, today: await shopDay(services, item) };
}

/** The same for several pieces, by piece. */
export async function saidLoans(
  services: CommandServices,
  items: readonly (Item | null)[],
  said: SaidLoans,
): Promise<ReadonlyMap<ItemId, LoanAtPickup>> {
  const loans = new Map<ItemId, LoanAtPickup>();
  for (const item of items) {
    const loan = item === null ? undefined : await saidLoan(services, item, said);
    if (item !== null && loan !== undefined) loans.set(item.id, loan);
  }
  return loans;
}

/** Today, where the piece was taken in. */
async function shopDay(
  { db, clock }: Pick<CommandServices, 'db' | 'clock'>,
  { storeId }: Pick<Item, 'storeId'>,
): Promise<Day> {
  const { time_zone: timeZone } = await db
    .selectFrom('sites')
    .select('time_zone')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  const now: Instant = clock.now().toISOString();
  return localDay(now, timeZone);
}
