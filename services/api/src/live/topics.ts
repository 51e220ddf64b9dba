import type { ItemPlace, LiveOther } from '@atelier/application/live/live-sources.queries.ts';

/** What a screen can subscribe to (docs/live-protocol.md). */
export type Topic =
  | { readonly kind: 'store' | 'site'; readonly siteId: number }
  | { readonly kind: 'stage'; readonly siteId: number; readonly status: number }
  | { readonly kind: 'item' | 'rma' | 'shipment'; readonly id: number }
  /** One person's own exports. */
  | { readonly kind: 'exports'; readonly userId: number }
  /** The documents for NAV of one site's packages; site 0 = everywhere. */
  | { readonly kind: 'nav'; readonly siteId: number }
  /** Webhook endpoints of one site and their deliveries; site 0 = of every site. */
  | { readonly kind: 'webhooks'; readonly siteId: number }
  /** Product imports under way. */
  | { readonly kind: 'imports' }
  | { readonly kind: 'jobs' }
  /** Requests for erasure, legal holds and exports of persons. */
  | { readonly kind: 'privacy' }
  /** That anything was written to the log, at any site. */
  | { readonly kind: 'log' }
  /** A person was erased somewhere: clients with cached data ask what they have to delete. */
  | { readonly kind: 'erasures' }
  /** What administrators change. */
  | { readonly kind: 'changes' }
  /** That other values are configured or other reasons offered: screens read them again. */
  | { readonly kind: 'system' };

const SITE_TOPIC = /^(store|site):([1-9]\d{0,8})$/;
const STAGE_TOPIC = /^stage:([1-9]\d{0,8}):([1-9]\d?)$/;
const EXPORTS_TOPIC = /^exports:([1-9]\d{0,15})$/;
const NAV_TOPIC = /^nav:(0|[1-9]\d{0,8})$/;
const WEBHOOKS_TOPIC = /^webhooks:(0|[1-9]\d{0,8})$/;
const ENTITY_TOPIC = /^(item|rma|shipment):([1-9]\d{0,15})$/;

/** Topics without a number. */
const PLAIN_TOPICS = ['imports', 'jobs', 'privacy', 'log', 'erasures', 'changes', 'system'] as const;

/** For accounts that may replay the log. */
export const LOG_TOPIC = 'log';

/** Reads a topic's name; undefined for one that cannot exist. */
export function parseTopic(name: string): Topic | undefined {
  const plain = PLAIN_TOPICS.find((each) => each === name);
  if (plain !== undefined) return { kind: plain };
  const site = SITE_TOPIC.exec(name);
  if (site !== null) return { kind: site[1] === 'store' ? 'store' : 'site', siteId: Number(site[2]) };
  const stage = STAGE_TOPIC.exec(name);
  if (stage !== null) return { kind: 'stage', siteId: Number(stage[1]), status: Number(stage[2]) };
  const [, userId] = EXPORTS_TOPIC.exec(name) ?? [];
  if (userId !== undefined) return { kind: 'exports', userId: Number(userId) };
  const [, navSite] = NAV_TOPIC.exec(name) ?? [];
  if (navSite !== undefined) return { kind: 'nav', siteId: Number(navSite) };
  const [, webhookSite] = WEBHOOKS_TOPIC.exec(name) ?? [];
  if (webhookSite !== undefined) return { kind: 'webhooks', siteId: Number(webhookSite) };
  const [, kind, id] = ENTITY_TOPIC.exec(name) ?? [];
  if (kind !== 'item' && kind !== 'rma' && kind !== 'shipment') return undefined;
  return Number.isSafeInteger(Number(id)) ? { kind, id: Number(id) } : undefined;
}

/** Every topic an item stands in at a place. */
export function topicsOfItem(id: number, place: ItemPlace): Set<string> {
  const topics = new Set([`item:${id}`, `rma:${place.rmaId}`, `store:${place.storeId}`]);
  for (const site of place.sites) topics.add(`site:${site}`).add(`stage:${site}:${place.status}`);
  if (place.shipmentId !== null) topics.add(`shipment:${place.shipmentId}`);
  if (place.guestAt !== null) topics.add(`store:${place.guestAt}`);
  return topics;
}

/** Every topic a row of another kind stands in: a package at its ends, a run among the jobs. */
export function topicsOfOther({ row, seenBy }: LiveOther): Set<string> {
  if (row.kind === 'config') return new Set(['system']);
  if (row.kind === 'change') return new Set(['changes']);
  if (row.kind === 'erasure') return new Set(['erasures']);
  if (row.kind === 'log') return new Set([LOG_TOPIC]);
  if (row.kind !== 'shipment') return new Set(['jobs']);
  return new Set([`shipment:${row.id}`, ...seenBy.flatMap(topicsOfSite)]);
}

export const topicsOfSite = (site: number): readonly string[] => [`store:${site}`, `site:${site}`];

const WIDTHS = ['store', 'site', 'stage', 'shipment', 'rma', 'item'];

/** Orders topics: a record's own topic comes last, so that its frame is the one with the position of its command. */
export function widestFirst(one: string, other: string): number {
  return widthOf(one) - widthOf(other);
}

const widthOf = (topic: string): number => WIDTHS.indexOf(topic.slice(0, topic.indexOf(':')));

/** Topics that show counters, with the dashboard they show. */
export function counterScopeOf(
  name: string,
): { readonly kind: 'store' | 'site'; readonly siteId: number } | undefined {
  const topic = parseTopic(name);
  return topic?.kind === 'store' || topic?.kind === 'site' ? topic : undefined;
}
