import { nearestLanguage, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyReply } from 'fastify';

const MOST_LANGUAGES = 10;

/** One customer's page: kept by no cache and listed by no search engine. */
export function asPrivatePage(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
  reply.header('vary', 'accept-language').type('text/html; charset=utf-8');
}

/** The first language of `Accept-Language`, by weight, that the page is written in. */
export function preferredLanguage(header: string | undefined): ReferenceLanguage {
  const offers = (header ?? '').split(',').slice(0, MOST_LANGUAGES).map(offerOf);
  const best = offers.toSorted((a, b) => b.weight - a.weight);
  return best.flatMap(({ tag }) => nearestLanguage(tag) ?? [])[0] ?? 'en';
}

function offerOf(part: string) {
  const [tag = '', weight = '1'] = part.trim().split(/;\s*q=/);
  return { tag, weight: Number(weight) || 0 };
}
