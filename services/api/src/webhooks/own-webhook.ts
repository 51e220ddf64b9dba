import { listWebhooks, findWebhook } from '@atelier/application/webhooks/webhooks.queries.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { WebhookView } from '@atelier/contracts/webhooks/schema.ts';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';

/** The site whose endpoints the account manages; undefined for administrators, who manage all. */
const managedBy = ({ userType, siteId }: Principal): number | undefined =>
  userType === 'admin' ? undefined : (siteId ?? 0);

export const ownWebhooks = ({ db, clock }: ApiDeps, person: Principal) =>
  listWebhooks(db, managedBy(person), clock.now());

/** An endpoint that this person manages. @throws ApiError 404, also for those of other sites */
export async function ownWebhook(
  { db, clock }: ApiDeps,
  person: Principal,
  id: number,
): Promise<WebhookView> {
  const found = await findWebhook(db, id, clock.now());
  const own = managedBy(person);
  if (found === undefined || (own !== undefined && found.site?.id !== own)) throw notFound();
  return found;
}
