import { z } from 'zod';
import { calendarDate, envelope, listQuery, requiredLine, wireId } from '../contract/schema.ts';
import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { API_KEY_LIMITS } from '@atelier/domain/identity/contract.ts';

/** `GET /api_key/list`: first those in use whose maker's account is inactive, then the newest. */
export const apiKeysQuery = z.strictObject({
  page: listQuery.shape.page,
  page_size: listQuery.shape.page_size,
});

/** `POST /api_key/create`. */
export const makeApiKeyBody = z.strictObject({
  name: requiredLine(API_KEY_LIMITS.name),
  permissions: z.array(z.enum(PERMISSIONS)).min(1).max(PERMISSIONS.length),
  /** null for every site. */
  site_id: wireId.nullable(),
  /** The key holds to the end of this day, UTC. */
  last_day: calendarDate,
});
export type MakeApiKeyBody = z.infer<typeof makeApiKeyBody>;

export const apiKeyIdBody = z.strictObject({ id: wireId });

export const apiKeyView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  /** How its secret begins; the rest is nowhere. */
  begins: z.string(),
  permissions: z.array(z.string()),
  site: z.object({ id: z.number().int(), code: z.string(), name: z.string(), kind: z.string() }).nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
  /** The last day on which it holds, UTC; `expires_at` is the midnight after it. */
  last_day: z.string(),
  expires_at: z.string(),
  made_at: z.string(),
  made_by: z.string(),
  /** False once the account that made it is deactivated: whether the key is still needed has to be decided. */
  maker_active: z.boolean(),
  last_used_at: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;
export const apiKeysResponse = envelope(z.array(apiKeyView));
export const apiKeyResponse = envelope(apiKeyView);

/** The secret is in this response and never in another. */
export const madeApiKeyResponse = envelope(apiKeyView.extend({ secret: z.string() }));
export type MadeApiKey = z.infer<typeof madeApiKeyResponse>['data'];
