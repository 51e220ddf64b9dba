import { DAY_MS, HOUR_MS, MINUTE_MS } from './kernel.ts';

/**
 * The configured values a decision runs under (`/system/systemConfig`, product.md §13). `version` names the one in
 * force and is stored with what it decided. Durations in milliseconds unless the name says otherwise.
 */
export interface Policy {
  readonly version: number;
  readonly undoMs: number;
  readonly closeAfterMs: number;
  readonly readyToShipOverMs: number;
  readonly waitingOverMs: number;
  readonly warrantyYears: number;
  /** What an extended warranty with proof adds (product.md §8). */
  readonly extendedWarrantyMonths: number;
  readonly exchangeMonths: number;
  readonly extendedExchangeMonths: number;
  readonly savRepairThreshold: number;
  readonly savRepairDays: number;
  readonly remarkWords: number;
  readonly maxWaiverRequests: number;
  readonly maxItemsPerRma: number;
  readonly clearingLimit: number;
  readonly demandStoneCount: boolean;
  readonly demandFinalQcPhoto: boolean;
  readonly demandFinalQcWeight: boolean;
  /** Asked at deposit (specification §5, product.md §8). */
  readonly demandExchangeSurvey: boolean;
  readonly demandGoldChecks: boolean;
  readonly demandImages: boolean;
}

export const DEFAULT_POLICY: Policy = {
  version: 1,
  undoMs: 10 * MINUTE_MS,
  closeAfterMs: 14 * DAY_MS,
  readyToShipOverMs: 72 * HOUR_MS,
  waitingOverMs: 7 * DAY_MS,
  warrantyYears: 2,
  extendedWarrantyMonths: 12,
  exchangeMonths: 6,
  extendedExchangeMonths: 12,
  savRepairThreshold: 2,
  savRepairDays: 180,
  remarkWords: 120,
  maxWaiverRequests: 2,
  maxItemsPerRma: 50,
  clearingLimit: 100,
  demandStoneCount: false,
  demandFinalQcPhoto: false,
  demandFinalQcWeight: false,
  demandExchangeSurvey: true,
  demandGoldChecks: true,
  demandImages: true,
};
