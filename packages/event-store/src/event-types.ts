import type { JsonObject } from './types.ts';

/** Which fields of an event type are personal. Declared by the domain, encrypted by the store. */
export interface PersonalFields {
  /** Path of the data field whose value names the person, e.g. `customerRef`. */
  readonly subject: string;
  /** Paths of the fields to encrypt: `email`, `contact.phone`, `images.*.caption`. */
  readonly fields: readonly string[];
}
export type PersonalData = Readonly<Record<string, PersonalFields>>;

/** Which columns of a read model are personal, and the column that names the person. */
export interface PersonalRow {
  readonly subject: string;
  /** Put before the column's value where that is a bare number. */
  readonly prefix?: string;
  readonly columns: readonly string[];
}
export type PersonalRows = Readonly<Record<string, PersonalRow>>;

export interface EventTypeDefinition {
  /** The version written today, 1 by default. */
  readonly schemaVersion?: number;
  /** `upcast[n]` lifts data of version n to n + 1. Every older version needs one. */
  readonly upcast?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
  /** The field of data that names a person of whom events of this type say that they were erased. */
  readonly erases?: string;
}

/** All event types the code can read. A start refuses a log that holds others. */
export interface EventRegistry {
  readonly types: Readonly<Record<string, EventTypeDefinition>>;
  readonly personal: PersonalData;
  /** Tables whose rows hold something personal; none where it is left out. */
  readonly rows?: PersonalRows;
}
