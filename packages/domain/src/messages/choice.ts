import type { ChoiceEvent } from './events.ts';

/** Whether a person has said that they want no messages. */
export const isDeclined = (events: readonly ChoiceEvent[]): boolean =>
  events.at(-1)?.type === 'MessagesDeclined';
