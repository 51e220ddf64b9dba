import { type Instant, MINUTE_MS } from '../kernel.ts';

/** The fields of an event that the rules read. */
export interface AuditedEvent {
  readonly type: string;
  readonly streamId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly recordedAt: Instant;
  /** When it happened, as the sender stated it. */
  readonly occurredAt: Instant;
  /** False for what an import wrote, whose moments are history. */
  readonly isFromCall: boolean;
  /** Account that did it, the operator's at the console; null = the system or the installation. */
  readonly actorId: number | null;
  /** Time zone of the site where the actor stood; null where they stood nowhere. */
  readonly timeZone: string | null;
}

export const UNUSUAL_LIMITS = {
  /** A device's claim further from the server's clock than this is odd. */
  clockMs: 15 * MINUTE_MS,
  refusedInARow: 5,
  exportedRows: 500,
  /** Local hours of the night, from inclusive, to exclusive. */
  nightFrom: 22,
  nightTo: 5,
} as const;

type Rule = (event: AuditedEvent) => boolean;

const moveOf = ({ type, data }: AuditedEvent): unknown =>
  type === 'ItemStatusChanged' ? data['move'] : null;
const isMove =
  (...moves: readonly string[]): Rule =>
  (event) =>
    moves.some((move) => move === moveOf(event));
const isType =
  (...types: readonly string[]): Rule =>
  ({ type }) =>
    types.includes(type);
/** An act on an account that another account did. */
const isByAnother = ({ streamId, actorId }: AuditedEvent): boolean =>
  actorId !== null && streamId !== `user-${actorId}`;
const atLeast = (value: unknown, least: number): boolean => typeof value === 'number' && value >= least;

/** What is out of the ordinary, by name; each reads one event alone (product/audit.md §5). */
const RULES = {
  undo: isMove('undo'),
  move_back: isMove('rework', 'recall'),
  closing_undone: isMove('undo-administrative'),
  received_without_package: isMove('override'),
  /** Closed by order clearing: no signature, no payment. */
  closed_unsigned: isMove('administrative'),
  missing: isType('ItemMarkedMissing', 'ShipmentItemMissing'),
  lost: isType('ItemDeclaredLost'),
  extra_piece: isType('ShipmentExtraSetApart'),
  seal_broken: isType('ShipmentUnsealed'),
  clock: ({ isFromCall, recordedAt, occurredAt }) =>
    isFromCall && Math.abs(Date.parse(recordedAt) - Date.parse(occurredAt)) > UNUSUAL_LIMITS.clockMs,
  refused_in_a_row: ({ type, data }) =>
    type === 'SignInFailed' && atLeast(data['failures'], UNUSUAL_LIMITS.refusedInARow),
  night: (event) =>
    event.actorId !== null && event.timeZone !== null && isNight(event.occurredAt, event.timeZone),
  large_export: ({ type, data }) =>
    type === 'ExportCompleted' && atLeast(data['rows'], UNUSUAL_LIMITS.exportedRows),
  own_rights: ({ type, streamId, actorId }) =>
    (type === 'UserPlaceChanged' || type === 'UserUnlocked') &&
    actorId !== null &&
    streamId === `user-${actorId}`,
  badge_revealed: isType('WorkerBadgeRevealed'),
  /** Opened as one, or given the place and roles of one. */
  administrator_created: ({ type, data, actorId }) =>
    (type === 'UserOpened' || type === 'UserPlaceChanged') &&
    data['userType'] === 'admin' &&
    actorId !== null,
  password_set_by_another: (event) => event.type === 'UserPasswordChanged' && isByAnother(event),
  second_factor_reset: isType('UserSecondFactorReset'),
  api_key_created: isType('ApiKeyMade'),
  difference: isType('DifferenceFound'),
  sealing_refused: isType('LogSealingRefused'),
  /** The log is not what was recorded. */
  log_fault: ({ type, data }) => type === 'LogVerificationFinished' && atLeast(data['faultCount'], 1),
  /** Answered as the customer, from a network that the piece's own shop works from. */
  fee_answered_in_shop: (event) =>
    isType('FeeApproved', 'FeeDeclined')(event) && event.data['atShopNetwork'] === true,
} as const satisfies Record<string, Rule>;

export type UnusualRule = keyof typeof RULES;
const isRule = (name: string): name is UnusualRule => name in RULES;
export const UNUSUAL_RULES: readonly UnusualRule[] = Object.keys(RULES).filter(isRule);

/** The rules by which an event is out of the ordinary; usually none. */
export const unusualIn = (event: AuditedEvent): UnusualRule[] =>
  UNUSUAL_RULES.filter((name) => RULES[name](event));

/** Whether the clock on the wall of a site shows a night hour. Offsets change on whole quarter hours only, so the hour is kept. */
function isNight(instant: Instant, timeZone: string): boolean {
  const hour = localHour(instant, timeZone);
  return hour >= UNUSUAL_LIMITS.nightFrom || hour < UNUSUAL_LIMITS.nightTo;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function localHour(instant: Instant, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return Number(clock.format(Date.parse(instant)));
}
