import { DAY_MS, toMs, type Instant, type RmaId } from '../kernel.ts';
import { TEXT_LENGTH } from './contract.ts';

/** A deposit whose customer has the number that a text came from. */
export interface Correspondent {
  readonly rmaId: RmaId;
  /** The same for several deposits of one person, as far as names say so. */
  readonly person: string;
  readonly isOpen: boolean;
  readonly depositedAt: Instant;
  /** When a message last left for this phone about the deposit; null = never. */
  readonly writtenAt: Instant | null;
}

/** After this time a message about a repair that is over is no longer what a text answers. */
const ANSWERED_FOR_MS = 30 * DAY_MS;

/**
 * The deposit that a text belongs to: the one that the number was last written to about, else the newest open one where all are of one
 * person. Null where it cannot be said whose text it is: a family may share a phone (decisions/0238).
 */
export function correspondentOf(all: readonly Correspondent[], now: Instant): Correspondent | null {
  const isRecent = ({ writtenAt }: Correspondent): boolean =>
    writtenAt !== null && toMs(now) - toMs(writtenAt) <= ANSWERED_FOR_MS;
  const current = all.filter((each) => each.isOpen || isRecent(each));
  const written = newestBy(current, ({ writtenAt }) => writtenAt);
  if (written !== null) return written;
  const isOnePerson = new Set(current.map(({ person }) => person)).size === 1;
  return isOnePerson ? newestBy(current, ({ depositedAt }) => depositedAt) : null;
}

function newestBy(
  all: readonly Correspondent[],
  momentOf: (each: Correspondent) => Instant | null,
): Correspondent | null {
  const dated = all.flatMap((each) => {
    const moment = momentOf(each);
    return moment === null ? [] : [{ each, ms: toMs(moment) }];
  });
  return dated.toSorted((a, b) => b.ms - a.ms || b.each.rmaId - a.each.rmaId)[0]?.each ?? null;
}

/** Control characters but line breaks, and marks that turn the direction of text around them. */
const UNSEEN = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A customer's text as it is kept: without what no reader sees, at most as long as a thread shows. */
export function cleanText(text: string): string {
  const clean = text
    .replaceAll(/\r\n?|\u2028|\u2029/gu, '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\p{Cs}/gu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
  const letters = Array.from(clean);
  return letters.length <= TEXT_LENGTH ? clean : `${letters.slice(0, TEXT_LENGTH - 1).join('')}…`;
}
