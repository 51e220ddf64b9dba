import { SECOND_MS } from './durations.ts';
import type { Lane } from './lanes.ts';
import type { PiecePlan } from './plan.ts';

/** A piece in a package, and when it should come out of it; undefined = it has not come out yet. */
interface Load {
  readonly piece: PiecePlan;
  readonly wanted: number | undefined;
  /** Stands to the minute: the piece still is where this receipt brought it. */
  readonly exact: boolean;
}

/** How a package's story differs from the usual one. */
export interface PackageTurn {
  /** Sent by mistake, taken back within the half hour, sent again. */
  readonly takenBack?: boolean;
  /** Something is found in it that is not on its list; not yet adopted. */
  readonly strangeCode?: string;
  /** A tracking number that docs/demo.md can name. */
  readonly trackingNumber?: string;
  /** Stays open at the receiver's although everything is there. */
  readonly leftOpen?: boolean;
  /** Never sent, so far: as far as it has come by `sentAt`. */
  readonly stays?: 'draft' | 'sealed' | 'cancelled';
}

const PER_PIECE = 45 * SECOND_MS;

/** One package that will be sent at a moment. It is opened as soon as the first of its pieces is wanted. */
export class PackagePlan {
  readonly lane: Lane;
  readonly sentAt: number;
  readonly turn: PackageTurn;
  /** The id it gets when it is opened. */
  readonly seat: { id: number } = { id: 0 };
  readonly #loads: Load[] = [];

  constructor(lane: Lane, sentAt: number, turn: PackageTurn) {
    this.lane = lane;
    this.sentAt = sentAt;
    this.turn = turn;
  }

  load(piece: PiecePlan, wanted?: number, exact = false): void {
    this.#loads.push({ piece, wanted, exact });
  }

  get pieces(): readonly PiecePlan[] {
    return this.#loads.map((load) => load.piece);
  }

  /** When it is opened at the other end; undefined while it is on its way. */
  get openedAt(): number | undefined {
    const wanted = this.#loads.flatMap((load) => (load.wanted === undefined ? [] : [load.wanted]));
    return wanted.length === 0 ? undefined : Math.min(...wanted);
  }

  /** When this piece is taken out, one after the other; undefined while it is on its way. */
  receiptOf(piece: PiecePlan): number | undefined {
    const index = this.#loads.findIndex((load) => load.piece === piece);
    const load = this.#loads[index];
    if (load?.wanted === undefined || this.openedAt === undefined) return undefined;
    const inTurn = this.openedAt + index * PER_PIECE;
    return load.exact ? Math.max(load.wanted, inTurn) : inTurn;
  }

  /** When the last piece was taken out; undefined while one is missing. */
  get emptiedAt(): number | undefined {
    const receipts = this.pieces.map((piece) => this.receiptOf(piece));
    const known = receipts.flatMap((at) => (at === undefined ? [] : [at]));
    return known.length < receipts.length || known.length === 0 ? undefined : Math.max(...known);
  }
}

/** All packages of a story. What leaves on the same lane at the same moment travels together, up to a bagful. */
export class Packages {
  readonly #all: PackagePlan[] = [];
  readonly #open = new Map<string, PackagePlan>();

  /** The package that leaves then; another one when that is full. */
  leaving(lane: Lane, sentAt: number): PackagePlan {
    const key = `${lane.orderType} ${lane.from.id} ${lane.to?.id ?? ''} ${sentAt}`;
    const open = this.#open.get(key);
    if (open !== undefined && open.pieces.length < MOST_PIECES) return open;
    const made = this.alone(lane, open === undefined ? sentAt : open.sentAt);
    this.#open.set(key, made);
    return made;
  }

  /** A separate package, whatever else leaves then. */
  alone(lane: Lane, sentAt: number, turn: PackageTurn = {}): PackagePlan {
    const made = new PackagePlan(lane, sentAt, turn);
    this.#all.push(made);
    return made;
  }

  get all(): readonly PackagePlan[] {
    return this.#all;
  }
}

const MOST_PIECES = 12;
