import type { Rejection, RejectionCode } from './rejection.ts';

/** A fact that happened: past-tense type and plain JSON data. Who, where and the recording time are the envelope's. */
export interface DomainEvent<Type extends string, Data> {
  readonly type: Type;
  readonly data: Data;
}

/** What one stream decides: the events to append (none = nothing to do, still a success), or the reason why not. */
export type Decision<Event> =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly rejection: Rejection };

/** The events one stream receives in a decision that touches several. */
export interface StreamEvents<Event> {
  readonly streamId: string;
  readonly events: readonly Event[];
}

/** What a decision over several streams says: appended all together or not at all. Streams without events are left out. */
export type StreamsDecision<Event> =
  | { readonly ok: true; readonly streams: readonly StreamEvents<Event>[] }
  | { readonly ok: false; readonly rejection: Rejection };

export interface Refused {
  readonly ok: false;
  readonly rejection: Rejection;
}

export function accept<Event>(...events: readonly Event[]): { ok: true; events: readonly Event[] } {
  return { ok: true, events };
}

export function acceptStreams<Event>(streams: readonly StreamEvents<Event>[]): StreamsDecision<Event> {
  return { ok: true, streams: streams.filter((stream) => stream.events.length > 0) };
}

export function reject(code: RejectionCode, details?: Rejection['details']): Refused {
  return { ok: false, rejection: details === undefined ? { code } : { code, details } };
}

/** State of a stream after its events: the fold used by decisions, rows and rebuilds alike. */
export function fold<State, Event>(
  evolve: (state: State, event: Event) => State,
  initialState: State,
  events: readonly Event[],
): State {
  return events.reduce(evolve, initialState);
}

/** Marks a branch that the types say cannot be reached; reaching it at run time means an unknown event or command. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
