import { webhookUrlIssue, type WebhookUrlIssue } from '@atelier/application/shared/webhook-addresses.ts';
import { countWebhooks } from '@atelier/application/webhooks/webhooks.queries.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import { WEBHOOK_LIMITS, WEBHOOK_TYPES } from '@atelier/domain/webhooks/contract.ts';
import type { WebhookWishes } from '@atelier/domain/webhooks/events.ts';
import type { MakeWebhookBody } from '@atelier/contracts/webhooks/schema.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badField } from '../http/errors.ts';

const WORDS: Readonly<Record<WebhookUrlIssue, string>> = {
  url_invalid: 'Enter a valid address.',
  url_not_https: 'The address must begin with https://.',
  url_credentials: 'The address must not contain a user name or password.',
  url_private: 'The address points to a private network, where nothing is sent.',
};

/** What an endpoint is to be, checked. @throws ApiError 400 naming the field */
export async function wishesOf(
  deps: ApiDeps,
  maker: Principal,
  body: MakeWebhookBody,
): Promise<WebhookWishes> {
  const { name, url, site_id: siteId } = body;
  const issue = webhookUrlIssue(url, deps.config.webhooksToLoopback);
  if (issue !== undefined) throw badField('url', issue, WORDS[issue]);
  if (maker.userType !== 'admin' && siteId !== maker.siteId)
    throw badField('site_id', 'site_not_reached', 'Choose a site that you may see yourself.');
  const types = WEBHOOK_TYPES.filter((type) => body.types.includes(type));
  return { name, url: new URL(url).href, types, siteId, scope: await scopeAt(deps, siteId) };
}

/** An endpoint for a shop gets what its people see, and one for a factory or warehouse what theirs do. */
async function scopeAt({ db }: ApiDeps, siteId: number | null): Promise<DataScope> {
  if (siteId === null) return { kind: 'all' };
  const site = await db.selectFrom('sites').select('kind').where('id', '=', siteId).executeTakeFirst();
  if (site === undefined) throw badField('site_id', 'invalid_site', 'There is no such site.');
  return { kind: site.kind === 'shop' ? 'store' : 'site', siteId };
}

/** Each endpoint costs a call for each event. */
export async function checkRoom({ db }: ApiDeps): Promise<void> {
  if ((await countWebhooks(db)) < WEBHOOK_LIMITS.endpoints) return;
  throw badField('url', 'too_many_webhooks', `There are ${WEBHOOK_LIMITS.endpoints} endpoints already.`);
}
