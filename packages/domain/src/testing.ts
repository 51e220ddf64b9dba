import { isDeepStrictEqual } from './testing-equal.ts';
import { fold } from './decider.ts';
import type { Decision } from './decider.ts';
import type { RejectionCode } from './rejection.ts';

/** The whole contract of an aggregate. */
export interface Decider<State, Command, Event, Context> {
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State, context: Context) => Decision<Event>;
}

/** What `when` answers: the events, or the refusal, said as an expectation that throws with both sides shown. */
export interface Then<Event> {
  readonly then: (...expected: readonly Event[]) => void;
  readonly thenTypes: (...types: readonly string[]) => void;
  readonly thenNothing: () => void;
  readonly thenRejected: (code: RejectionCode) => void;
  readonly decision: Decision<Event>;
}

/**
 * `given(events).when(command).then(events)` for an aggregate. The context is the usual one unless `when` brings its own.
 */
export function specify<State, Command, Event extends { readonly type: string }, Context>(
  decider: Decider<State, Command, Event, Context>,
  usual: Context,
) {
  return {
    given: (...history: readonly Event[]) => {
      const state = fold(decider.evolve, decider.initialState, history);
      return {
        state,
        when: (command: Command, context: Context = usual): Then<Event> =>
          thenOf(decider.decide(command, state, context)),
      };
    },
  };
}

function thenOf<Event extends { readonly type: string }>(decision: Decision<Event>): Then<Event> {
  const events = () => {
    if (!decision.ok) throw new Error(`refused: ${JSON.stringify(decision.rejection)}`);
    return decision.events;
  };
  return {
    decision,
    // oxlint-disable-next-line unicorn/no-thenable -- given/when/then; nobody awaits it
    then: (...expected) => same(events(), expected),
    thenTypes: (...types) =>
      same(
        events().map((event) => event.type),
        types,
      ),
    thenNothing: () => same(events(), []),
    thenRejected: (code) => same(decision.ok ? decision.events : decision.rejection.code, code),
  };
}

function same(actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(
    `expected ${JSON.stringify(expected, null, 2)}\nbut was ${JSON.stringify(actual, null, 2)}`,
  );
}
