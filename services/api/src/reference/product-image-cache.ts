/** What is known of a product's picture: its bytes, or that it could not be had. */
interface Entry {
  readonly picture: Buffer | null;
  readonly until: number;
}

export interface CacheLimits {
  readonly entries: number;
  /** ms that a picture is kept. */
  readonly keptMs: number;
  /** ms after a failure before it is tried again. */
  readonly failedMs: number;
}

/**
 * A bounded cache whose oldest unused entry goes first. Asked twice at once it loads once; a failure is remembered for a
 * while, so that a source that hangs is not asked by every screen.
 */
export class ProductImageCache {
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<Buffer | null>>();
  readonly #limits: CacheLimits;
  readonly #now: () => number;

  constructor(limits: CacheLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  async get(name: string, load: () => Promise<Buffer>): Promise<Buffer | null> {
    const known = this.#entries.get(name);
    if (known !== undefined && known.until > this.#now()) {
      this.#keep(name, known);
      return known.picture;
    }
    const loading = this.#loading.get(name) ?? this.#load(name, load);
    return loading;
  }

  #load(name: string, load: () => Promise<Buffer>): Promise<Buffer | null> {
    const loading = load()
      .catch(() => null)
      .then((picture) => {
        const { keptMs, failedMs } = this.#limits;
        this.#keep(name, { picture, until: this.#now() + (picture === null ? failedMs : keptMs) });
        this.#loading.delete(name);
        return picture;
      });
    this.#loading.set(name, loading);
    return loading;
  }

  /** Map keeps the order of insertion: what is asked for moves to the end. */
  #keep(name: string, entry: Entry): void {
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries) return;
      this.#entries.delete(oldest);
    }
  }
}
