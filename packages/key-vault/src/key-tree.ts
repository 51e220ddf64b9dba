import { hash } from 'node:crypto';

/** Digits of a person's place: 64 bits, so that two persons among ten millions hardly ever share a leaf. */
const PERSON_DIGITS = 32;
/** Digits of a file's place: four thousand millions of files. */
const FILE_DIGITS = 16;
const CHILDREN = 4;
const SECRET_BYTES = 32;

/** Secrets by their place in the tree: the digits from the root, '' for the root itself. */
export type TreeNodes = ReadonlyMap<string, Buffer>;

/** Where a leaf lies: digits from the root down, 0 to 3, as many for every leaf of a tree. */
export type PlaceOf = (subject: string) => string;

/** Persons lie where the hash of their reference says: a new one needs no number from the vault. */
export function personPlaces(salt: string): PlaceOf {
  return (subject) => {
    const bytes = hash('sha256', `${salt}\n${subject}`, 'buffer');
    let place = '';
    for (const byte of bytes.subarray(0, PERSON_DIGITS / CHILDREN))
      place += `${byte >> 6}${(byte >> 4) & 3}${(byte >> 2) & 3}${byte & 3}`;
    return place;
  };
}

/** Files lie beside each other in the order in which they came: of a stretch that is destroyed, no secret is left to be kept. */
export const filePlace: PlaceOf = (file) => Number(file).toString(CHILDREN).padStart(FILE_DIGITS, '0');

/**
 * Secrets of any number of persons or files out of a few: each node's secret gives those of its four children by a one-way
 * function. A leaf is destroyed by replacing the one node above
 * it that is known by all others below that node: nothing leads to this leaf any more, and to every other one as before.
 */
export class KeyTree {
  readonly #placeOf: PlaceOf;
  readonly #nodes: TreeNodes;

  /** A new tree has one node, its root. */
  constructor(placeOf: PlaceOf, nodes: TreeNodes) {
    this.#placeOf = placeOf;
    this.#nodes = nodes;
  }

  get nodes(): TreeNodes {
    return this.#nodes;
  }

  /** The secret of a person or file, 32 bytes; undefined once it is destroyed. */
  leafOf(subject: string): Buffer | undefined {
    const place = this.#placeOf(subject);
    const known = this.#knownAbove(place);
    return known === undefined ? undefined : descend(known.secret, place, known.depth);
  }

  /** The tree without these secrets. Those destroyed before are passed over. */
  without(subjects: readonly string[]): KeyTree {
    const nodes = new Map(this.#nodes);
    const tree = new KeyTree(this.#placeOf, nodes);
    for (const subject of subjects) tree.#remove(nodes, this.#placeOf(subject));
    return tree;
  }

  #remove(nodes: Map<string, Buffer>, place: string): void {
    const known = this.#knownAbove(place);
    if (known === undefined) return;
    nodes.delete(place.slice(0, known.depth));
    let { secret } = known;
    for (let depth = known.depth; depth < place.length; depth += 1) {
      const onward = Number(place[depth]);
      for (let digit = 0; digit < CHILDREN; digit += 1)
        if (digit !== onward) nodes.set(place.slice(0, depth) + digit, childOf(secret, digit));
      secret = childOf(secret, onward);
    }
  }

  /** The node on the way to this place of which the secret is known; there is one at most. */
  #knownAbove(place: string): { readonly depth: number; readonly secret: Buffer } | undefined {
    for (let depth = 0; depth <= place.length; depth += 1) {
      const secret = this.#nodes.get(place.slice(0, depth));
      if (secret !== undefined) return { depth, secret };
    }
    return undefined;
  }
}

function descend(from: Buffer, place: string, depth: number): Buffer {
  let secret = from;
  for (const digit of place.slice(depth)) secret = childOf(secret, Number(digit));
  return secret;
}

function childOf(secret: Buffer, digit: number): Buffer {
  const input = Buffer.allocUnsafe(SECRET_BYTES + 1);
  secret.copy(input);
  input[SECRET_BYTES] = digit;
  return hash('sha256', input, 'buffer');
}
