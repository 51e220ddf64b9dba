import {
  COLLECTION_PATH,
  CUSTOMER_PATH,
  PICKUP_PATH,
  type CollectionFormIssue,
} from '@atelier/contracts/customer-site/first-paint.ts';
import { COLLECTION_KINDS } from '@atelier/domain/repair/collection/collection-events.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PUBLIC_PAGE } from '../shared/page-limit.ts';

interface CollectionForms {
  readonly app: FastifyInstance;
  /** Where forms are read. */
  readonly pages: FastifyInstance;
  /** Draws the page of the repair with what kept the decision from being recorded. */
  readonly show: (
    from: object,
    issue: CollectionFormIssue,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<string>;
}

const link = {
  rma_id: z.string().max(64).catch(''),
  language: z.string().max(10).catch('en'),
  piece: z.coerce.number().int().min(0).max(999).catch(0),
};
const wish = z.object({
  ...link,
  kind: z.enum(COLLECTION_KINDS).catch('shop'),
  shop_id: z.coerce.number().int().positive().nullable().catch(null),
});
/** `2026-11-30 10:00 12:00`; '' cancels. */
const time = z.object({ ...link, slot: z.string().max(40).catch('') });

/**
 * The forms of the customer's page without a script (product/repair.md §20). They ask the page's own calls within the process, so that
 * limits and log lines are theirs; once recorded, the browser is sent to the page itself.
 */
export function serveCollectionForms(given: CollectionForms): void {
  const hidden = { schema: { hide: true }, config: PUBLIC_PAGE, method: 'POST' } as const;
  given.pages.route({
    ...hidden,
    url: COLLECTION_PATH,
    handler: (request, reply) => {
      const { kind, shop_id: shopId, ...from } = wish.parse(request.body ?? {});
      const payload = { kind, shop_id: kind === 'other_shop' ? shopId : null };
      return decide(given, request, reply, { url: '/api/customer/collection', from, payload });
    },
  });
  given.pages.route({
    ...hidden,
    url: PICKUP_PATH,
    handler: (request, reply) => {
      const { slot, ...from } = time.parse(request.body ?? {});
      const [day = '', start = '', end = ''] = slot.split(' ');
      const pickup = slot === '' ? null : { day, from: start, to: end };
      return decide(given, request, reply, { url: '/api/customer/pickup', from, payload: { pickup } });
    },
  });
}

interface Decision {
  readonly url: string;
  readonly from: { readonly rma_id: string; readonly language: string; readonly piece: number };
  readonly payload: object;
}

async function decide(
  { app, show }: CollectionForms,
  request: FastifyRequest,
  reply: FastifyReply,
  { url, from, payload }: Decision,
): Promise<unknown> {
  const { piece, ...asked } = from;
  const response = await app.inject({
    method: 'POST',
    url,
    payload: { ...asked, ...payload },
    remoteAddress: request.ip,
  });
  if (response.statusCode === 200) {
    const query = new URLSearchParams({ ...asked, piece: String(piece) });
    return reply.redirect(`${CUSTOMER_PATH}?${query.toString()}`, 303);
  }
  return show(from, issueOf(response.statusCode, response.json()), request, reply);
}

const refused = z.object({ code: z.union([z.string(), z.number()]).catch('') });

function issueOf(status: number, body: unknown): CollectionFormIssue {
  const { code } = refused.parse(body);
  if (code === 'pickup_not_offered' || code === 'pickup_full') return 'taken';
  return status === 429 ? 'busy' : 'failed';
}
