import { z } from 'zod';
import { envelope } from '../contract/schema.ts';
import { LIVE_LIMITS, type ClientFrame, type LiveCursor } from '@atelier/domain/live/contract.ts';

/** `POST /api/live/ticket`: good once, for 30 s, for the first frame of one connection. */
export const ticketResponse = envelope(z.object({ ticket: z.string() }));

const cursor = z.object({
  epoch: z.string(),
  position: z.number().int().min(0),
}) satisfies z.ZodType<LiveCursor>;
const topics = z.array(z.string().max(LIVE_LIMITS.topicCharacters)).min(1).max(LIVE_LIMITS.topicsPerFrame);

export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    ticket: z.string().max(LIVE_LIMITS.ticketCharacters),
    cursor: cursor.optional(),
  }),
  z.strictObject({ type: z.literal('subscribe'), topics }),
  z.strictObject({ type: z.literal('unsubscribe'), topics }),
]) satisfies z.ZodType<ClientFrame>;
