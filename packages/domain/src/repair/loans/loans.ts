import { accept, reject, unreachable, type Decision } from '../../decider.ts';
import { isDay } from '../../calendar.ts';
import type { CustomerRef, Day } from '../../kernel.ts';
import { isPickupShop } from '../collection/collection.ts';
import { blankRefusal, firstRefusal, refuse, type Refusal } from '../holds/guards.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import type { Loan, LoanAtPickup } from './loan.ts';
import type { LoanEvent, LoanFacts, LoanHandedOut } from './loan-events.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/** One at most: a second one is lent once the first is back. */
export const openLoan = ({ loans }: Pick<Item, 'loans'>): Loan | null =>
  loans.find(({ state }) => state === 'out') ?? null;

/** `POST /rma/loan`: the shop that took the piece in lends one, while the repair is open. */
export function decideHandOutLoan(
  { loan, today }: Of<'HandOutLoan'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => (item.isCustomerErased ? refuse('person_erased') : null),
    () => (item.state === 'ended' ? refuse('illegal_transition', { from: item.status }) : null),
    () => shopRefusal(item, context),
    () => (openLoan(item) === null ? null : refuse('loan_open', { due_on: openLoan(item)?.dueOn ?? '' })),
    () => factsRefusal(loan, today),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>(loanHandedOut(item.customerRef, item.loans.length + 1, loan, context));
}

export const loanHandedOut = (
  customerRef: CustomerRef,
  loan: number,
  facts: LoanFacts,
  context: CommandContext,
): LoanHandedOut => ({
  type: 'LoanHandedOut',
  data: { customerRef, loan, ...cleanFacts(facts), ...stamp(context) },
});

/** `POST /rma/loan/change`: what the record should have said, or a later day. */
export function decideChangeLoan(
  { loan: facts, today }: Of<'ChangeLoan'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const open = openLoan(item);
  if (item.isCustomerErased) return reject('person_erased');
  if (open === null) return reject('loan_absent');
  const isSameDay = facts.dueOn === open.dueOn;
  const refusal = firstRefusal(
    () => shopRefusal(item, context),
    () => factsRefusal(facts, isSameDay ? null : today),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const cleaned = cleanFacts(facts);
  if (isSame(open, cleaned)) return accept<ItemEvent>();
  const data = { customerRef: item.customerRef, loan: open.loan, ...cleaned, ...stamp(context) };
  return accept<ItemEvent>({ type: 'LoanChanged', data });
}

/** `POST /rma/loan/return`: also long after the piece itself was collected, at its shop or the one its owner chose. */
export function decideReturnLoan(
  { condition }: Of<'ReturnLoan'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const open = openLoan(item);
  if (open === null) return reject('loan_absent');
  const refusal = returnShopRefusal(item, context);
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>(returned(item, open, condition, context));
}

/** `POST /rma/loan/cancel`: nothing was lent. */
export function decideCancelLoan(
  { reason }: Of<'CancelLoan'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const open = openLoan(item);
  if (open === null) return reject('loan_absent');
  const refusal = shopRefusal(item, context) ?? blankRefusal(reason, 'reason_required');
  if (refusal !== null) return { ok: false, rejection: refusal };
  const why = item.isCustomerErased ? null : reason.trim();
  const data = { customerRef: item.customerRef, loan: open.loan, reason: why, ...stamp(context) };
  return accept<ItemEvent>({ type: 'LoanCancelled', data });
}

/** No piece is handed over while a loan is out and nothing is said of it. */
export function loanRefusal(item: Item, said: LoanAtPickup | undefined): Refusal {
  const open = openLoan(item);
  if (open === null) return null;
  if (said === undefined) return refuse('loan_open', { due_on: open.dueOn });
  const { keptUntil, today } = said;
  return keptUntil === null || isFrom(keptUntil, today)
    ? null
    : refuse('invalid_input', { field: 'kept_until' });
}

/** What the handover records of the open loan: it came back, or stays out until the day that was agreed. */
export function loanEventsAtPickup(
  item: Item,
  said: LoanAtPickup | undefined,
  context: CommandContext,
): readonly ItemEvent[] {
  const open = openLoan(item);
  if (open === null || said === undefined) return [];
  if (said.keptUntil === null) return [returned(item, open, said.condition, context)];
  const { description, code, value, condition } = open;
  const facts = { description, code, value, condition, dueOn: said.keptUntil };
  const data = { customerRef: item.customerRef, loan: open.loan, ...facts, ...stamp(context) };
  return [{ type: 'LoanChanged', data }];
}

function returned(item: Item, { loan }: Loan, said: string | null, context: CommandContext): ItemEvent {
  const condition = item.isCustomerErased ? null : textOrNull(said);
  const data = { customerRef: item.customerRef, loan, condition, ...stamp(context) };
  return { type: 'LoanReturned', data };
}

/** An account without a site acts for any. */
function shopRefusal({ storeId }: Item, { actor }: CommandContext): Refusal {
  const isOwn = actor.siteId === null || actor.siteId === storeId;
  return isOwn ? null : refuse('custody_elsewhere', { home_id: storeId });
}

function returnShopRefusal(item: Item, { actor }: CommandContext): Refusal {
  const isHere = actor.siteId === null || isPickupShop(item, actor.siteId);
  return isHere ? null : refuse('custody_elsewhere', { home_id: item.storeId });
}

/** The field of a loan that cannot be meant; null when there is none. `today` null: a day that stood already may be past. */
function wrongLoanField({ description, dueOn, value }: LoanFacts, today: Day | null): string | null {
  if (textOrNull(description) === null) return 'description';
  if (!isDay(dueOn) || (today !== null && dueOn < today)) return 'due_on';
  const isAmount = value === null || (Number.isSafeInteger(value.amount) && value.amount >= 0);
  return isAmount ? null : 'value';
}

function factsRefusal(facts: LoanFacts, today: Day | null): Refusal {
  const field = wrongLoanField(facts, today);
  return field === null ? null : refuse('invalid_input', { field });
}

const isFrom = (day: Day, today: Day): boolean => isDay(day) && day >= today;

const textOrNull = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

const cleanFacts = ({ description, code, value, dueOn, condition }: LoanFacts): LoanFacts => ({
  description: textOrNull(description),
  code: textOrNull(code),
  value,
  dueOn,
  condition: textOrNull(condition),
});

const isSame = (a: LoanFacts, b: LoanFacts): boolean =>
  a.description === b.description &&
  a.code === b.code &&
  a.dueOn === b.dueOn &&
  a.condition === b.condition &&
  a.value?.amount === b.value?.amount &&
  a.value?.currency === b.value?.currency;

export function evolveLoans(loans: readonly Loan[], event: LoanEvent): readonly Loan[] {
  const { loan, at, by } = event.data;
  const change = (next: Partial<Loan>) => loans.map((one) => (one.loan === loan ? { ...one, ...next } : one));
  switch (event.type) {
    case 'LoanHandedOut':
      return [...loans, { loan, ...factsOf(event.data), state: 'out', outAt: at, outBy: by, ended: null }];
    case 'LoanChanged':
      return change(factsOf(event.data));
    case 'LoanReturned':
      return change({ state: 'returned', ended: { at, by, note: event.data.condition } });
    case 'LoanCancelled':
      return change({ state: 'cancelled', ended: { at, by, note: event.data.reason } });
    default:
      return unreachable(event);
  }
}

const factsOf = ({ description, code, value, dueOn, condition }: LoanFacts): LoanFacts => ({
  description,
  code,
  value,
  dueOn,
  condition,
});

/** Without what may name the customer, or was written about them. */
export const withoutLoanWords = (loans: readonly Loan[]): readonly Loan[] =>
  loans.map((one) => ({
    ...one,
    description: null,
    condition: null,
    ended: one.ended === null ? null : { ...one.ended, note: null },
  }));
