/**
 * A row of the domain as the database gives it back: instants (text in the domain) come as `Date`, days stay
 * `YYYY-MM-DD`, and the append has added `version` and `position`.
 */
export type StoredRow<Row, Times extends keyof Row> = {
  -readonly [Column in keyof Row]: Column extends Times ? StoredTime<Row[Column]> : Stored<Row[Column]>;
} & {
  /** Of the stream, at the event that made this row. */
  version: number;
  /** Of that event in the log. */
  position: number;
};

type StoredTime<Value> = null extends Value ? Date | null : Date;

type Stored<Value> = Value extends readonly (infer Element)[] ? Element[] : Value;
