/** One screen that a client process keeps open. */
export interface ScreenSpec {
  /** Of the node it connects to, `http://127.0.0.1:…`. */
  readonly url: string;
  /** `bare`: the plain broadcast beside which ours is measured. */
  readonly kind: 'live' | 'bare';
  readonly token: string;
  readonly topics: readonly string[];
  /** Where it seems to come from: limits count by address. */
  readonly address: string;
  /** Keeps the version of every row it was sent, to be compared with the read model. */
  readonly isChecked: boolean;
  /** Reads nothing once it is subscribed. */
  readonly isSlow: boolean;
}

/** What the benchmark asks a client process to do. */
export type Order =
  | { readonly do: 'open'; readonly screens: readonly ScreenSpec[] }
  /** Counts again. */
  | { readonly do: 'begin' }
  | { readonly do: 'report' }
  /** Cuts every live screen and brings all back at once, each with its cursor. */
  | { readonly do: 'storm' }
  | { readonly do: 'held' };

/** A row as a frame brought it: id, version, and when (ms since 1970). */
export type Arrival = readonly [id: number, version: number, at: number];

/** What a client process has received since it began to count. */
export interface Received {
  readonly frames: number;
  readonly bytes: number;
  /** Changed rows, each counted once for every screen that was sent it. */
  readonly rows: number;
  /** Of the frames that carried rows, without those of counters. */
  readonly rowBytes: number;
  readonly resyncs: number;
  /** Closes that the client did not ask for, by code. */
  readonly closes: Readonly<Record<string, number>>;
  /** One frame of several, decoded. */
  readonly arrivals: readonly Arrival[];
  /** Of the bare broadcast: milliseconds from the write to the client, what the machine itself adds. */
  readonly bareDelays: readonly number[];
}

/** Of a checked screen: versions by item. */
export interface Held {
  readonly topic: string;
  /** It was asked to read again by HTTP, which the benchmark does not do. */
  readonly resynced: boolean;
  readonly rows: readonly (readonly [id: number, version: number])[];
}

/** Milliseconds that each screen took until it was subscribed, and attempts that failed on the way. */
export interface Opened {
  readonly took: readonly number[];
  readonly failed: number;
}

/** What the benchmark asks the bare broadcast to do: send so many frames of so many bytes to the topics in turn. */
export interface Broadcast {
  readonly perSecond: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Per event the topics it goes to; repeated from the start. */
  readonly audiences: readonly (readonly string[])[];
}
