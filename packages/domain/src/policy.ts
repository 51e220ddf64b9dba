import type { TranslatedText } from './contract/translated-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type SiteId } from './kernel.ts';
import { NO_RETENTION, type RetentionSchedule } from './shared/retention.ts';
import type { Schedule } from './shared/schedule.ts';
import { DEFAULT_TOLERANCE_MG } from './shared/weight-tolerance.ts';

/** What a stage is allowed: hours until a piece is late there, pieces at once; null = no limit. */
export interface StageLimits {
  readonly targetHours: number | null;
  readonly wipLimit: number | null;
}

/** What a stage is allowed everywhere, and at the sites that have other limits. */
export interface StageRule extends StageLimits {
  readonly sites: Readonly<Record<SiteId, StageLimits>>;
}

/**
 * The configured values a decision runs under (`/system/systemConfig`, product/system.md §1). `version` names the one in
 * force and is stored with what it decided. Durations in milliseconds unless the name says otherwise.
 */
export interface Policy {
  readonly version: number;
  readonly undoMs: number;
  readonly closeAfterMs: number;
  readonly readyToShipOverMs: number;
  readonly waitingOverMs: number;
  readonly warrantyYears: number;
  /** What an extended warranty with proof adds (product/deposit.md §3). */
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
  /** A shop weighs what came back before it hands it over. */
  readonly demandReturnWeight: boolean;
  /** By stage: the sites that weigh a piece before it goes on from there (product/insight.md §6). */
  readonly weighBefore: Readonly<Record<number, readonly SiteId[]>>;
  /** What two weighings may differ by, in milligrams; and by stage, where another difference is tolerated. */
  readonly weightTolerance: number;
  readonly stageTolerances: Readonly<Record<number, number>>;
  /** Asked at deposit (product/deposit.md §2). */
  readonly demandExchangeSurvey: boolean;
  readonly demandGoldChecks: boolean;
  readonly demandImages: boolean;
  /** A call to the customer falls due so often while the piece waits at 15 (product/reminders.md §1). */
  readonly reminderEveryMs: number;
  /** So many reminders are the shop's own; every later one is escalated. */
  readonly remindersBeforeEscalation: number;
  /** The clearing schedule takes what has waited for so long; null = as the installation says. */
  readonly clearingAfterDays: number | null;
  readonly loginFailures: number;
  readonly loginLockMs: number;
  readonly captchaLifeMs: number;
  readonly captchaRefreshMs: number;
  readonly imageBytes: number;
  readonly imageEdge: number;
  /** Customers are written to (product/messages.md §1). */
  readonly messagesOn: boolean;
  /** An event waits this long before its message is sent: it may be undone. */
  readonly messageWaitMs: number;
  /** A piece in repair for so long is worth a word. */
  readonly messageDelayMs: number;
  /** Hours of the shop's day in which nothing is sent; both the same = none. */
  readonly quietFromHour: number;
  readonly quietUntilHour: number;
  /** Hours of the shop's day in which clients may book a pickup, where the register knows no opening hours. */
  readonly pickupFromHour: number;
  readonly pickupUntilHour: number;
  /** Length of a time that clients may book. */
  readonly pickupSlotMs: number;
  /** Clients that a shop takes at one of these times; 0 = any number. */
  readonly pickupsPerSlot: number;
  /** By status; a stage that is not named keeps what the reference data says. */
  readonly stages: Readonly<Record<number, StageRule>>;
  /** By target status: the sites whose bench validates at each accepted scan (product/repair.md §9). */
  readonly validateOnScan: Readonly<Record<number, readonly SiteId[]>>;
  /** Sites whose throughput says how pieces spread over workers, from five workers up (product/insight.md §4). */
  readonly workerFigures: readonly SiteId[];
  /** Factories that take transfers; null = every one there is. */
  readonly factories: readonly SiteId[] | null;
  /** Countries a repair may be delivered to; null = every one with a shipping fee. */
  readonly deliveryCountries: readonly string[] | null;
  /** Stores of these countries send NAV no documents (product/nav.md §1). */
  readonly navExcludedCountries: readonly string[];
  /** What a customer agrees to with a fee, one condition a line; null = the product's own words (product/repair.md §12.1). */
  readonly feeConditions: TranslatedText | null;
  /** By currency, minor units: above it a fee is answered only by a link that a message took to its customer. Null = no limit. */
  readonly feeLinkLimits: Readonly<Record<string, number>> | null;
  /** How long persons are kept; changed by two people (product/privacy.md §6). */
  readonly retention: RetentionSchedule;
  readonly schedules: {
    /** null = as the installation says (CLEARING_SCHEDULE). */
    readonly clearing: Schedule | null;
    readonly reminders: Schedule;
    readonly closing: Schedule;
  };
}

/** Days a piece waits before it is cleared, where neither the configuration nor the installation names them. */
export const CLEARING_AFTER_DAYS = 90;

/** Version 1: the values until a policy is configured. */
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
  demandReturnWeight: false,
  weighBefore: {},
  weightTolerance: DEFAULT_TOLERANCE_MG,
  stageTolerances: {},
  demandExchangeSurvey: true,
  demandGoldChecks: true,
  demandImages: true,
  reminderEveryMs: 7 * DAY_MS,
  remindersBeforeEscalation: 3,
  clearingAfterDays: null,
  loginFailures: 5,
  loginLockMs: MINUTE_MS,
  captchaLifeMs: 2 * MINUTE_MS,
  captchaRefreshMs: 10_000,
  imageBytes: 512 * 1024,
  imageEdge: 1920,
  messagesOn: false,
  messageWaitMs: 10 * MINUTE_MS,
  messageDelayMs: 30 * DAY_MS,
  quietFromHour: 21,
  quietUntilHour: 8,
  pickupFromHour: 10,
  pickupUntilHour: 18,
  pickupSlotMs: 2 * HOUR_MS,
  pickupsPerSlot: 0,
  stages: {},
  validateOnScan: {},
  workerFigures: [],
  factories: null,
  deliveryCountries: null,
  navExcludedCountries: ['CN'],
  feeConditions: null,
  feeLinkLimits: null,
  retention: NO_RETENTION,
  schedules: {
    clearing: null,
    reminders: { mode: 'interval', minutes: 15 },
    closing: { mode: 'interval', minutes: 60 },
  },
};

/** A stage at a site; null = on the way between two sites. */
interface StageAt {
  readonly status: number;
  readonly siteId: SiteId | null;
}

/** What a stage is allowed at a site: as configured for the site, else for the stage, else what the reference data says. */
export function stageLimitsOf(
  { status, siteId }: StageAt,
  usual: StageLimits,
  { stages }: Pick<Policy, 'stages'>,
): StageLimits {
  const configured = stages[status];
  if (configured === undefined) return usual;
  return (siteId === null ? undefined : configured.sites[siteId]) ?? configured;
}
