/** Why the shape of a body is refused. */
export type ShapeIssue = 'too_deep' | 'too_many_values' | 'duplicate_key';

/** Our deepest contract has seven levels, our longest signature a few ten thousand numbers. */
export const MOST_LEVELS = 32;
export const MOST_VALUES = 200_000;

const OPENS_OBJECT = 0x7b;
const OPENS_LIST = 0x5b;
const CLOSES_OBJECT = 0x7d;
const CLOSES_LIST = 0x5d;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Looks at a JSON text before it is parsed: how deep, how many values, and whether an object names a key twice. A
 * parser takes the last of two equal keys without a word, while a reader of a log or a proxy may have gone by the
 * first. One pass, no recursion; a text that is no JSON is left to the parser.
 */
export function issueOfShape(text: string): ShapeIssue | undefined {
  const reader = new ShapeReader(text);
  let at = 0;
  while (at < text.length && reader.issue === undefined) at = reader.step(at);
  return reader.issue;
}

class ShapeReader {
  issue: ShapeIssue | undefined;
  readonly #text: string;
  /** An object's keys so far; null for a list. */
  readonly #open: (Set<string> | null)[] = [];
  #values = 0;
  #keyIsNext = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads what stands here; answers where to go on. */
  step(at: number): number {
    const char = this.#text.charCodeAt(at);
    if (char === QUOTE) return this.#readText(at);
    if (char === OPENS_OBJECT) this.#enter(new Set());
    else if (char === OPENS_LIST) this.#enter(null);
    else if (char === CLOSES_OBJECT || char === CLOSES_LIST) this.#open.pop();
    else if (char === COMMA) this.#next();
    return at + 1;
  }

  #enter(keys: Set<string> | null): void {
    this.#open.push(keys);
    this.#keyIsNext = keys !== null;
    if (this.#open.length > MOST_LEVELS) this.issue = 'too_deep';
  }

  #next(): void {
    this.#values += 1;
    this.#keyIsNext = this.#open.at(-1) instanceof Set;
    if (this.#values >= MOST_VALUES) this.issue = 'too_many_values';
  }

  #readText(at: number): number {
    const end = endOfText(this.#text, at);
    if (!this.#keyIsNext) return end;
    this.#keyIsNext = false;
    const key = plainKey(this.#text.slice(at, end));
    const keys = this.#open.at(-1);
    if (keys?.has(key) === true) this.issue = 'duplicate_key';
    keys?.add(key);
    return end;
  }
}

/** Behind the closing quote: one that no backslash, or an even number of them, stands before. */
function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

/** `"a"` and `"\u0061"` are one key. */
function plainKey(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
