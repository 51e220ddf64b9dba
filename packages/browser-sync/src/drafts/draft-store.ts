import { DAY_MS } from '@atelier/domain/kernel.ts';
import { KEPT } from '../storage/vault.ts';
import { KEPT_DAYS } from './draft-names.ts';

/** Where drafts lie between two visits of a page: the browser's storage, or a map in tests. */
export interface DraftDevice {
  readonly names: () => readonly string[];
  readonly read: (name: string) => Promise<unknown>;
  /** False when the device keeps nothing (no WebCrypto, storage full). */
  readonly write: (name: string, value: unknown) => Promise<boolean>;
  readonly forget: (name: string) => Promise<void>;
  /** Milliseconds since epoch. */
  readonly now: () => number;
}

export interface StoredDraft<T> {
  readonly at: number;
  readonly value: T;
}

/**
 * Unsaved work of one person on one subject ("findings at 19"), one draft per id. Values are at hand at once; each is
 * written to the device under a separate name, so that two windows never overwrite each other's drafts.
 */
export class DraftStore<T> {
  /** Resolves when what the device kept has been read. */
  readonly ready: Promise<void>;
  readonly #device: DraftDevice;
  readonly #prefix: string;
  readonly #listeners = new Set<() => void>();
  /** Changed in this window: what is still being read must not replace it. */
  readonly #changed = new Set<string>();
  /** Not on the device: on its way there, or refused by it. */
  readonly #unkept = new Set<string>();
  #values: ReadonlyMap<string, T> = new Map();
  #isReady = false;

  constructor(device: DraftDevice, owner: string, subject: string) {
    this.#device = device;
    this.#prefix = `${KEPT.drafts}.${owner}.${subject}.`;
    this.ready = this.#load();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly values = (): ReadonlyMap<string, T> => this.#values;
  /** True once the device's drafts are among the values. */
  readonly isReady = (): boolean => this.#isReady;
  /** Whether leaving the page now loses nothing. */
  readonly isKept = (): boolean => this.#unkept.size === 0;

  readonly set = (id: string, value: T): void => {
    this.#changed.add(id);
    this.#unkept.add(id);
    this.#replace(new Map(this.#values).set(id, value));
    const stored: StoredDraft<T> = { at: this.#device.now(), value };
    void this.#device.write(this.#prefix + id, stored).then(
      (isWritten) => isWritten && this.#values.get(id) === value && this.#unkept.delete(id),
      () => undefined,
    );
  };

  /** The next value from the one at hand, so that two scans in one moment are two lines. */
  readonly update = (id: string, change: (before: T | undefined) => T): void =>
    this.set(id, change(this.#values.get(id)));

  /** Saved, or given up. */
  readonly drop = (ids: readonly string[]): void => {
    const left = new Map(this.#values);
    for (const id of ids) {
      this.#changed.add(id);
      this.#unkept.delete(id);
      left.delete(id);
      void this.#device.forget(this.#prefix + id);
    }
    if (left.size !== this.#values.size) this.#replace(left);
  };

  /** Another window of this person wrote or dropped a draft. */
  readonly readAgain = async (name: string): Promise<void> => {
    if (!name.startsWith(this.#prefix)) return;
    const id = name.slice(this.#prefix.length);
    const value = await this.#read(name);
    const values = new Map(this.#values);
    if (value === undefined) values.delete(id);
    else values.set(id, value);
    this.#replace(values);
  };

  async #load(): Promise<void> {
    const names = this.#device.names().filter((name) => name.startsWith(this.#prefix));
    const found = await Promise.all(
      names.map(async (name) => [name.slice(this.#prefix.length), await this.#read(name)] as const),
    );
    const values = new Map(this.#values);
    for (const [id, value] of found) if (value !== undefined && !this.#changed.has(id)) values.set(id, value);
    this.#isReady = true;
    this.#replace(values);
  }

  /** Undefined for what is not there, not ours to read, or too old; the latter is forgotten. */
  async #read(name: string): Promise<T | undefined> {
    const stored = (await this.#device.read(name).catch(() => null)) as StoredDraft<T> | null;
    if (stored === null) return undefined;
    if (this.#device.now() - stored.at <= KEPT_DAYS * DAY_MS) return stored.value;
    void this.#device.forget(name);
    return undefined;
  }

  #replace(values: ReadonlyMap<string, T>): void {
    this.#values = values;
    for (const listener of this.#listeners) listener();
  }
}
