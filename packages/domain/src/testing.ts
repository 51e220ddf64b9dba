import { isDeepStrictEqual } from './testing-equal.ts';
import { fold, type Decision } from './decider.ts';
import type { Rejection, RejectionCode } from './rejection.ts';

/** The whole contract of an aggregate. */
export interface Decider<State, Command, Event, Context> {
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State, context: Context) => Decision<Event>;
}

/** What `when` gives: the events, or the rejection, as an expectation that throws with both sides shown. */
export interface Then<Event> {
  readonly then: (...expected: readonly Event[]) => void;
  readonly thenTypes: (...types: readonly string[]) => void;
  readonly thenNothing: () => void;
  /** `details` as a whole, where they are given. */
  readonly thenRejected: (code: RejectionCode | Rejection, details?: Rejection['details']) => void;
  readonly decision: Decision<Event>;
  /** The events; throws when it was rejected. */
  readonly events: () => readonly Event[];
}

/**
 * `given(events).when(command).then(events)` for an aggregate. The context is the usual one unless `when` brings its own.
 */
export function specify<State, Command, Event extends { readonly type: string }, Context>(
  decider: Decider<State, Command, Event, Context>,
  usual: Context,
) {
  const given = (...history: readonly Event[]) => {
    const state = fold(decider.evolve, decider.initialState, history);
    return {
      state,
      when: (command: Command, context: Context = usual): Then<Event> =>
        thenOf(decider.decide(command, state, context)),
    };
  };
  /** The events of commands that are accepted one after another: a history for `given`. */
  const eventsOf = (...commands: readonly Command[]): readonly Event[] =>
    commands.reduce<readonly Event[]>(
      (history, command) => [
        ...history,
        ...given(...history)
          .when(command)
          .events(),
      ],
      [],
    );
  return { given, eventsOf };
}

/** The decider of an aggregate that has a function for each command: `when((state, context) => …)` names it. */
export function byFunctions<State, Event, Context>(
  initialState: State,
  evolve: (state: State, event: Event) => State,
): Decider<State, (state: State, context: Context) => Decision<Event>, Event, Context> {
  return { initialState, evolve, decide: (command, state, context) => command(state, context) };
}

function thenOf<Event extends { readonly type: string }>(decision: Decision<Event>): Then<Event> {
  const events = () => {
    if (!decision.ok) throw new Error(`rejected: ${JSON.stringify(decision.rejection)}`);
    return decision.events;
  };
  return {
    decision,
    events,
    // oxlint-disable-next-line unicorn/no-thenable -- given/when/then; never awaited
    then: (...expected) => same(events(), expected),
    thenTypes: (...types) =>
      same(
        events().map((event) => event.type),
        types,
      ),
    thenNothing: () => same(events(), []),
    thenRejected: (code, details) => sameRejection(decision, code, details),
  };
}

/** A rejection is expected by its code, with its details, or as a whole. */
export function sameRejection(
  decision: { readonly ok: true } | { readonly ok: false; readonly rejection: Rejection },
  expected: RejectionCode | Rejection,
  details?: Rejection['details'],
): void {
  if (decision.ok) throw new Error(`expected a rejection, but was ${JSON.stringify(decision, null, 2)}`);
  const { rejection } = decision;
  if (typeof expected === 'object') same(rejection, expected);
  else
    same(
      details === undefined ? rejection.code : rejection,
      details === undefined ? expected : { code: expected, details },
    );
}

export function same(actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(
    `expected ${JSON.stringify(expected, null, 2)}\nbut was ${JSON.stringify(actual, null, 2)}`,
  );
}
