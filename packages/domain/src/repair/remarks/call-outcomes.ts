/** How a call from the list ended; each is recorded as one of five results (product/reminders.md §4). */
export const CALL_OUTCOMES = [
  'will_come',
  'no_answer',
  'left_message',
  'send',
  'other_shop',
  'wrong_number',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];
