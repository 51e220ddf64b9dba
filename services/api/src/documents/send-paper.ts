import type { Paper, PaperRequest } from '@atelier/domain/documents/paper.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../http/errors.ts';
import type { Printer } from './printer.ts';

/** Names a file may carry: what the paper is, and the package's number; never anything of a person. */
function fileName(paper: Paper, format: 'pdf' | 'png'): string {
  if (paper.kind === 'item-labels') return `labels.${format}`;
  if (paper.kind === 'command-sheet') return `commands.${format}`;
  if (paper.kind === 'worker-badge') return `badge.${format}`;
  if (paper.kind === 'dispute-file') return `dispute.${format}`;
  if (paper.kind === 'handover') return `handover.${format}`;
  if (paper.kind === 'care') return `care.${format}`;
  if (paper.kind === 'payment') return `payment.${format}`;
  if (paper.kind === 'receipt') return `receipt.${format}`;
  if (paper.kind === 'person-file') return `person.${format}`;
  const number = paper.head.trackingNumber.replaceAll(/[^\w.-]+/g, '-');
  return `${paper.kind}-${number}.${format}`;
}

/** Draws a paper and sends it; `x-pages` says how many pages it has, for the preview. */
export async function sendPaper(
  printer: Printer,
  reply: FastifyReply,
  request: PaperRequest,
): Promise<unknown> {
  const { bytes, pages } = await printer.draw(request);
  if (request.format === 'png' && request.page > pages) throw notFound();
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; sandbox`)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `inline; filename="${fileName(request.paper, request.format)}"`)
    .header('x-pages', String(pages))
    .type(request.format === 'pdf' ? 'application/pdf' : 'image/png')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const TRADITIONAL = /^zh-(hant|tw|hk|mo)/i;
const SPOKEN: readonly ReferenceLanguage[] = ['en', 'fr', 'es', 'ja', 'ar'];

/** The language asked for; else the browser's first that we speak; else English. */
export function languageOf(asked: ReferenceLanguage | undefined, request: FastifyRequest): ReferenceLanguage {
  if (asked !== undefined) return asked;
  const tags = (request.headers['accept-language'] ?? '').split(',');
  for (const tag of tags.map((each) => each.split(';')[0]?.trim() ?? '')) {
    if (/^zh/i.test(tag)) return TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN';
    const spoken = SPOKEN.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (spoken !== undefined) return spoken;
  }
  return 'en';
}
