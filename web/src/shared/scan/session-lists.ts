import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { HOUR_MS } from '@atelier/domain/kernel.ts';
import { isScannedBy, type ScanLine } from './scan-lines.ts';

/** As long as a shift: what was taken back before it is no part of this session. */
const SESSION_MS = 12 * HOUR_MS;

export interface SessionLists {
  /** Scanned by this account, with what it took back since; the newest first. */
  readonly yours: readonly ScanLine[];
  readonly colleagues: readonly ScanLine[];
  readonly left: readonly ScanLine[];
  /** How many of `yours` are still scanned. */
  readonly mine: number;
}

/** The last accepted scan was for this stage, and neither its mark nor a move stands any more. */
export function isTakenBack({ item, isScanned }: ScanLine, target: number): boolean {
  return !isScanned && item.last_scan?.target === target && item.last_scan.verdict === 'accepted';
}

/** A scan that was no accepted one, of a piece in this list: it may have been brought back from a later stage. */
export function mayBeBroughtBack({ item }: ScanLine, target: number): boolean {
  const { last_scan: scan } = item;
  return scan?.target === target && (scan.verdict === 'wrong_stage' || scan.verdict === 'already_done');
}

interface SessionParts {
  readonly name: string;
  readonly target: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The list at hand by who scanned it. A piece whose scan was undone is left to scan, and stays among the scans as well. */
export function sessionLists(lines: readonly ScanLine[], { name, target, now }: SessionParts): SessionLists {
  const isMine = (line: ScanLine) => isScannedBy(line, name, target);
  const mine = lines.filter(isMine);
  const undone = lines.filter(
    (line) => isTakenBack(line, target) && line.item.last_scan?.by === name && isRecent(line.item, now),
  );
  return {
    yours: [...mine, ...undone].toSorted(newestFirst),
    colleagues: lines.filter((line) => line.isScanned && !isMine(line)).toSorted(newestFirst),
    left: lines.filter((line) => !line.isScanned),
    mine: mine.length,
  };
}

const momentOf = ({ item }: ScanLine): string => item.last_scan?.at ?? '';
const newestFirst = (a: ScanLine, b: ScanLine): number => momentOf(b).localeCompare(momentOf(a));
const isRecent = ({ last_scan: scan }: ItemView, now: number): boolean =>
  scan !== null && now - Date.parse(scan.at) < SESSION_MS;
