import { isDay } from '../../calendar.ts';
import type { Day } from '../../kernel.ts';
import type { QualityCause } from '../../shared/item-facts.ts';
import { decideAgain, type DecidedAgain, type RulePair } from './decide-again.ts';
import type { PieceDecisions } from './piece-decisions.ts';
import { isByRule, type RuleDecision } from './rule-decision.ts';
import type { RuleBook, ShopPrices } from './rule-book.ts';

/** Why a piece cannot be decided again; in their order, the first that holds is named. */
export const UNDECIDED = [
  /** It goes on for another piece and took over its verdict. */
  'linked',
  /** Its shop is not in the reference data: neither its day nor its prices are known. */
  'shop',
  /** The event holds no purchase date that is a day. */
  'inputs',
  /** It was decided under rules that the configuration never had: imported. */
  'rules',
  /** Its fee is in another currency than its shop has now. */
  'currency',
  /** The price list of then is not known, and that of now gives another fee. */
  'list',
  /** Decided again under the rules in force then, it comes out otherwise. */
  'unlike',
] as const;
export type Undecided = (typeof UNDECIDED)[number];

interface BeforeAfter<T> {
  readonly before: T;
  readonly after: T;
}

/** A piece as it was decided, and as the changed rules decide it. */
export interface Compared {
  /** Decisions of the period that were made again, and those that come out as they did. */
  readonly decided: number;
  readonly same: number;
  readonly undecided: Undecided | null;
  readonly inWarranty: BeforeAfter<boolean>;
  /** Minor units due in the end. */
  readonly due: BeforeAfter<number>;
  readonly cause: BeforeAfter<QualityCause | null>;
}

/** Of a shop what its decisions hang on; undefined = not in the reference data. */
export interface PieceAsked {
  readonly piece: PieceDecisions;
  readonly depositDay: Day;
  readonly shop: ShopPrices | undefined;
  readonly book: RuleBook;
}

/** Null where no decision of the piece lies in the period. */
export function comparePiece(asked: PieceAsked): Compared | null {
  const { piece, book } = asked;
  const within = piece.decisions.map((each) => isByRule(each) && book.isInPeriod(each.at));
  const decided = within.filter(Boolean).length;
  if (decided === 0) return null;
  const refused = refusal(asked);
  if (refused !== null) return unchanged(piece, { decided: 0, same: 0, undecided: refused });
  const [then, now] = bothRuns(asked);
  const isSame = piece.decisions.map((each, index) => cameOut(each, then[index]));
  const same = within.filter((each, index) => each && isSame[index]).length;
  const unlike = piece.decisions.filter((each, index) => isByRule(each) && !isSame[index]);
  if (unlike.length > 0) {
    const isListUnknown = unlike.every(({ at }) => !book.isListKnown(at));
    return unchanged(piece, { decided, same, undecided: isListUnknown ? 'list' : 'unlike' });
  }
  return {
    decided,
    same,
    undecided: null,
    inWarranty: ends(then, now, ({ inWarranty }) => inWarranty),
    due: ends(then, now, ({ due }) => due),
    cause: ends(then, now, ({ cause }) => cause),
  };
}

export const isDifferent = ({ inWarranty, due }: Pick<Compared, 'inWarranty' | 'due'>): boolean =>
  inWarranty.before !== inWarranty.after || due.before !== due.after;

function refusal({ piece, shop, book }: PieceAsked): Undecided | null {
  if (piece.isLinked) return 'linked';
  if (shop === undefined) return 'shop';
  const hasDays = piece.decisions.every((each) => each.kind !== 'counter' || isDay(each.purchaseDate));
  if (!hasDays) return 'inputs';
  if (piece.decisions.some((each) => book.rulesFor(each, shop) === null)) return 'rules';
  return piece.fee.due.currency === shop.currency ? null : 'currency';
}

type Run = readonly DecidedAgain[];

function bothRuns({ piece, depositDay, shop, book }: PieceAsked): readonly [Run, Run] {
  const run = (ofPair: (pair: RulePair) => RulePair) =>
    decideAgain(piece, depositDay, (decision) => {
      const pair = shop === undefined ? null : book.rulesFor(decision, shop);
      if (pair === null) throw new Error('a piece is decided again under rules that are known');
      return ofPair(pair);
    });
  const asItWas = run((pair) => ({ ...pair, applied: pair.inForce }));
  return [asItWas, book.isChanged ? run((pair) => pair) : asItWas];
}

/** Whether the decision of the log is the one that was made again. */
function cameOut(decision: RuleDecision, again: DecidedAgain | undefined): boolean {
  if (again === undefined || decision.due !== again.due) return false;
  if (decision.kind === 'findings') return decision.cause === again.cause;
  if (decision.kind !== 'counter') return true;
  const { inWarranty, until } = decision.warranty;
  return inWarranty === again.inWarranty && until === again.until;
}

function ends<T>(then: Run, now: Run, of: (decided: DecidedAgain) => T): BeforeAfter<T> {
  const [before, after] = [then.at(-1), now.at(-1)];
  if (before === undefined || after === undefined) throw new Error('a piece has a decision');
  return { before: of(before), after: of(after) };
}

function unchanged(
  { decisions }: PieceDecisions,
  checked: Pick<Compared, 'decided' | 'same' | 'undecided'>,
): Compared {
  const due = decisions.at(-1)?.due ?? 0;
  const counter = decisions.findLast((each) => each.kind === 'counter');
  const cause = decisions.findLast((each) => each.kind === 'findings')?.cause ?? null;
  const inWarranty = counter?.warranty.inWarranty ?? false;
  return {
    ...checked,
    inWarranty: { before: inWarranty, after: inWarranty },
    due: { before: due, after: due },
    cause: { before: cause, after: cause },
  };
}
