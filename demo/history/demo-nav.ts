import { MINUTE_MS, SYSTEM, toInstant, toMs } from '@atelier/domain/kernel.ts';
import {
  evolveNavDocument,
  initialNavDocument,
  type NavDocumentState,
} from '@atelier/domain/nav/document.ts';
import { navStream, type NavEvent } from '@atelier/domain/nav/events.ts';
import { followPackage, skip, type NavPackage } from '@atelier/domain/nav/follow-package.ts';
import { recordOutcome, startSending, type SendingOutcome } from '@atelier/domain/nav/sending.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { SITES } from '../reference/places.ts';
import { SYSTEM_PERFORMER, type Performer } from './staff.ts';
import type { Story, StoryCommand } from './story.ts';

const SECOND_MS = 1_000;
const WINDOW = { windowMs: 15 * MINUTE_MS, attemptMs: MINUTE_MS, quietUntil: null };
const FIRST_NUMBER = 60_001;
const outside = new Map(
  SITES.map(({ id, country }) => [id, !DEFAULT_POLICY.navExcludedCountries.includes(country)]),
);

/**
 * The documents NAV got for the packages of the past: all of them are in NAV, but for the newest few, which show what can
 * happen on the way. Said as the workers would have said it, by the domain's own decisions.
 */
export function withNavDocuments(story: Story, now: number, admin: Performer): readonly StoryCommand[] {
  const books = new Books(story);
  const told = story.commands.flatMap((command) => [command, ...books.after(command)]);
  // Stable: the events of one stream stay in order.
  return [...told, ...books.open(now, admin)].toSorted((a, b) => toMs(a.at) - toMs(b.at));
}

class Books {
  readonly #story: Story;
  readonly #documents = new Map<number, NavDocumentState>();
  readonly #left: ReadonlySet<number>;
  #number = FIRST_NUMBER;

  constructor(story: Story) {
    this.#story = story;
    this.#left = new Set(newestSent(story, OPEN_ENDS.length));
  }

  /** What the worker did when a package left, or was taken back. */
  after({ at, streams }: StoryCommand): readonly StoryCommand[] {
    return streams.flatMap(({ streamId, events }) => {
      const id = Number(/^shipment-(\d+)$/.exec(streamId)?.[1]);
      const last = events.findLast(({ type }) => type === 'ShipmentSent' || type === 'ShipmentUnsent');
      if (last === undefined || this.#left.has(id)) return [];
      const isSent = last.type === 'ShipmentSent';
      return this.#tell(id, isSent, toMs(at) + SECOND_MS, { kind: 'sent' });
    });
  }

  /** The newest packages, whose documents are still on the way. */
  open(now: number, admin: Performer): readonly StoryCommand[] {
    return [...this.#left].flatMap((id, index) => {
      const end = OPEN_ENDS[index];
      if (end === undefined) return [];
      const commands = this.#tell(id, true, now - end.ago, end.outcome);
      if (end.skipped === undefined) return commands;
      const state = this.#documents.get(id) ?? initialNavDocument;
      const moment = toInstant(now - MINUTE_MS);
      const decision = skip(state, end.skipped, { now: moment, actor: admin.actor });
      return decision.ok ? [...commands, this.#command(id, decision.events, moment, admin)] : commands;
    });
  }

  #tell(id: number, sent: boolean, at: number, outcome: OpenEnd['outcome']): readonly StoryCommand[] {
    const moment = toInstant(at);
    const pack = packOf(this.#story, id, sent);
    const state = this.#documents.get(id) ?? initialNavDocument;
    const asked = followPackage(state, pack, { now: moment, actor: SYSTEM });
    if (asked.length === 0) return [];
    const events = [...asked];
    let now = asked.reduce(evolveNavDocument, state);
    for (const step of [
      (each: NavDocumentState) => startSending(each, moment, moment, WINDOW),
      (each: NavDocumentState) =>
        each.kind === 'none' ? [] : recordOutcome(each, each.attempts, this.#outcome(id, outcome), moment),
    ]) {
      const more = step(now);
      events.push(...more);
      now = more.reduce(evolveNavDocument, now);
    }
    return [this.#command(id, events, moment, SYSTEM_PERFORMER)];
  }

  #command(id: number, events: readonly NavEvent[], at: string, by: Performer): StoryCommand {
    const state = this.#documents.get(id) ?? initialNavDocument;
    this.#documents.set(id, events.reduce(evolveNavDocument, state));
    return { at, by, streams: [{ streamId: navStream(id), events }] };
  }

  #outcome(id: number, outcome: OpenEnd['outcome']): SendingOutcome {
    if (outcome.kind !== 'sent') return outcome;
    const navNumber = String(this.#number);
    this.#number += 1;
    return { kind: 'sent', navId: `demo-${id}`, navNumber };
  }
}

interface OpenEnd {
  /** How long ago it was sent to NAV, in milliseconds. */
  readonly ago: number;
  readonly outcome: Exclude<SendingOutcome, { kind: 'sent' }> | { readonly kind: 'sent' };
  readonly skipped?: string;
}

const blocked = { code: 'Internal_ValidationError', message: 'The customer is blocked for sales orders.' };
const noItem = { code: 'Internal_RecordNotFound', message: 'Line 1: the item does not exist.' };
const busy = {
  code: 'Application_TooManyRequests',
  message: 'Too many requests reached.',
  waitMs: 14 * MINUTE_MS,
};

/** The newest package first. The unclear one becomes clear before long: the workers ask NAV. */
const OPEN_ENDS: readonly OpenEnd[] = [
  { ago: 90 * SECOND_MS, outcome: { kind: 'postponed', ...busy } },
  { ago: 2 * MINUTE_MS, outcome: { kind: 'unknown', code: 'timeout', message: '' } },
  { ago: 40 * MINUTE_MS, outcome: { kind: 'rejected', ...blocked } },
  { ago: 55 * MINUTE_MS, outcome: { kind: 'rejected', ...noItem } },
  { ago: 80 * MINUTE_MS, outcome: { kind: 'rejected', ...noItem }, skipped: 'Entered in NAV by hand.' },
];

/** The packages for NAV that left last and are under way, the newest first. */
function newestSent(story: Story, count: number): readonly number[] {
  const sent = [...story.shipments.values()].filter((each) => each.kind === 'shipment');
  return sent
    .filter(
      ({ id, stage, orderType }) => stage === 'sent' && orderType === 2 && storeOf(story, id) !== undefined,
    )
    .filter(({ id }) => outside.get(storeOf(story, id) ?? 0) === true)
    .toSorted((a, b) => (a.sentAt ?? '').localeCompare(b.sentAt ?? '') || a.id - b.id)
    .slice(-count)
    .map(({ id }) => id)
    .toReversed();
}

function packOf(story: Story, id: number, sent: boolean): NavPackage {
  const { trackingNumber, orderType, lines } = story.shipment(id);
  const storeId = storeOf(story, id) ?? 0;
  return {
    shipmentId: id,
    trackingNumber,
    orderType,
    sent,
    storeId,
    storeIsOutside: outside.get(storeId) === true,
    itemIds: lines.map(({ itemId }) => itemId),
    numberTaken: false,
  };
}

/** The shop it goes to; to a client's door, the shop the pieces were deposited at. */
function storeOf(story: Story, id: number): number | undefined {
  const { destination, lines } = story.shipment(id);
  if (destination !== null) return destination;
  const item = story.items.get(lines[0]?.itemId ?? 0);
  return item?.kind === 'item' ? item.storeId : undefined;
}
