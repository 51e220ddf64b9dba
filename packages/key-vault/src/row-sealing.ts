/** What persons' keys do for rows of read models: nothing personal lies in the database in clear (decisions/0163). */
export interface Sealing {
  /** False while nodes of a release may run beside that reads these columns in clear: then rows stay as they are. */
  readonly isOn: () => boolean;
  /** Rows as they are written: the columns that hold something personal are sealed, the others stay. */
  readonly sealRows: <R extends object>(table: string, rows: readonly R[]) => Promise<readonly R[]>;
  /** Rows as they are read: every sealed value opened, '' where the person was erased. The keys are asked for once. */
  readonly openRows: <R>(rows: readonly R[]) => Promise<readonly R[]>;
  /** The words of persons that search finds them by, as the index holds them. */
  readonly words: () => Promise<SearchWords>;
  /**
   * After erasures, gives the index a new key: `rewrite` makes every word again, and the keys before are destroyed. False where
   * there was nothing to do.
   */
  readonly renewWords: (rewrite: () => Promise<void>) => Promise<boolean>;
}

/** How the index of search writes words of persons: unreadable, and found by their beginnings (decisions/0163). */
export interface SearchWords {
  /** Begins every word of the newest key; '' while words stand in clear. */
  readonly mark: string;
  /** False while some words of the index are of an older key, or in clear. */
  readonly isWhole: boolean;
  /** As it is written. */
  readonly blind: (word: string) => string;
  /** As it may be found: once for each key in use. */
  readonly allBlind: (word: string) => readonly string[];
}
