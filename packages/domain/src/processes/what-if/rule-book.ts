import { toMs, type Instant } from '../../kernel.ts';
import type { Policy } from '../../policy.ts';
import type { FeeList } from '../../repair/fees/listed.ts';
import { CHARGED_CAUSES } from '../../repair/scanning/quality.ts';
import { policyAt, type PolicySpan } from '../../system/config.ts';
import type { Span } from '../../insight/periods.ts';
import type { RulePair } from './decide-again.ts';
import type { RuleDecision } from './rule-decision.ts';
import { changedRules, changesDecisions, type RuleChange, type Rules } from './rules.ts';

/** A shop's price list from a moment on. */
export interface ListSpan {
  readonly fromMs: number;
  readonly list: FeeList;
}

/** Whose prices a shop has. */
export interface ShopPrices {
  readonly country: string;
  readonly currency: string;
}

/** The price list of every country and currency over time. */
export interface PriceHistory {
  /** By `priceKey`, oldest first; the first span has no beginning. */
  readonly spans: ReadonlyMap<string, readonly ListSpan[]>;
  /** Before this moment a file may have changed prices: what they were is not known. */
  readonly knownFromMs: number;
}

export const priceKey = ({ country, currency }: ShopPrices): string => `${country} ${currency}`;

const NO_LIST: FeeList = new Map();

export const listAt = ({ spans }: PriceHistory, prices: ShopPrices, atMs: number): FeeList =>
  spans.get(priceKey(prices))?.findLast(({ fromMs }) => fromMs <= atMs)?.list ?? NO_LIST;

export interface RuleBook {
  /** Null where no version of the rules has the number that the decision names. */
  readonly rulesFor: (decision: RuleDecision, prices: ShopPrices) => RulePair | null;
  readonly isListKnown: (at: Instant) => boolean;
  readonly isInPeriod: (at: Instant) => boolean;
  /** Without a change nothing needs to be decided a second time. */
  readonly isChanged: boolean;
}

interface Books {
  readonly timeline: readonly PolicySpan[];
  readonly prices: PriceHistory;
  readonly change: RuleChange;
  readonly period: Span;
}

/** The rules that were in force at each decision, and for decisions of the period the changed ones. */
export function createRuleBook({ timeline, prices, change, period }: Books): RuleBook {
  const versions = new Map(timeline.map(({ policy }) => [policy.version, policy]));
  const [from, until] = [toMs(period.from), toMs(period.until)];
  const isInPeriod = (at: Instant) => toMs(at) >= from && toMs(at) < until;
  const policyOf = (decision: RuleDecision): Policy | undefined =>
    decision.kind === 'counter'
      ? versions.get(decision.warranty.policyVersion)
      : policyAt(timeline, toMs(decision.at));
  const pairs = new Map<FeeList, Map<string, RulePair>>();
  const pairOf = (policy: Policy, list: FeeList, { country, currency }: ShopPrices): RulePair => {
    const ofList = pairs.get(list) ?? new Map<string, RulePair>();
    pairs.set(list, ofList);
    const key = `${policy.version} ${country} ${currency}`;
    const known = ofList.get(key);
    if (known !== undefined) return known;
    const inForce: Rules = { policy, list, currency, charged: CHARGED_CAUSES };
    const pair = { inForce, applied: changedRules(inForce, change, country) };
    ofList.set(key, pair);
    return pair;
  };
  return {
    isInPeriod,
    isChanged: changesDecisions(change),
    isListKnown: (at) => toMs(at) >= prices.knownFromMs,
    rulesFor: (decision, shop) => {
      const policy = policyOf(decision);
      if (policy === undefined) return null;
      const pair = pairOf(policy, listAt(prices, shop, toMs(decision.at)), shop);
      return isInPeriod(decision.at) ? pair : { ...pair, applied: pair.inForce };
    },
  };
}
