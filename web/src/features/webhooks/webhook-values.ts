import type { ApiError } from '../../lib/api/api-error.ts';
import type { Issues } from '../../shared/form/use-issue-form.ts';
import type { WebhookView } from './queries.ts';

/** What is typed about an endpoint, as the fields hold it. */
export interface WebhookValues {
  readonly name: string;
  readonly url: string;
  /** Empty for every site. */
  readonly site_id: string;
  readonly types: readonly string[];
}

export type WebhookIssues = Issues<WebhookValues>;

/** @param siteId the account's site, which it cannot change; empty for accounts that see all */
export const newWebhook = (siteId: string): WebhookValues => ({
  name: '',
  url: '',
  site_id: siteId,
  types: [],
});

export const valuesOf = ({ name, url, site, types }: WebhookView): WebhookValues => ({
  name,
  url,
  site_id: String(site?.id ?? ''),
  types,
});

/** What can be said before asking the server. */
export const webhookIssues = ({ name, url, types }: WebhookValues): WebhookIssues => ({
  ...(name.trim() === '' && { name: 'required' }),
  ...(url.trim() === '' ? { url: 'required' } : !URL.canParse(url.trim()) && { url: 'url_invalid' }),
  ...(types.length === 0 && { types: 'types_required' }),
});

export const webhookBody = ({ name, url, types, site_id: siteId }: WebhookValues) => ({
  name: name.trim(),
  url: url.trim(),
  types,
  site_id: siteId === '' ? null : Number(siteId),
});

const URL_CODES = ['url_invalid', 'url_not_https', 'url_credentials', 'url_private', 'too_many_webhooks'];

/** The codes of refusals whose words stand beside a field. */
export const BESIDE_FIELDS = [...URL_CODES, 'site_not_reached', 'invalid_site', 'invalid_input'];

const BY_FIELD: Readonly<Record<string, string>> = {
  url: 'url_invalid',
  site_id: 'invalid_site',
  types: 'types_required',
};

/** The server's refusal, field by field. */
export function issuesOf(error: ApiError): WebhookIssues {
  const entries = error.errors.map(({ path, code }) => {
    const field = path.split('.')[0] ?? path;
    return [field, URL_CODES.includes(code) ? code : (BY_FIELD[field] ?? 'required')];
  });
  return Object.fromEntries(entries) as WebhookIssues;
}

/** What is typed about a replay: a position, or a time where that stays empty. */
export interface ReplayValues {
  readonly position: string;
  /** As a field for date and time holds it, in the reader's own time. */
  readonly since: string;
}

export const replayIssues = ({ position, since }: ReplayValues): Issues<ReplayValues> => {
  if (position.trim() === '' && since === '') return { position: 'one_of_two' };
  return position.trim() !== '' && !/^[1-9]\d{0,14}$/.test(position.trim()) ? { position: 'position' } : {};
};

export const replayBody = (id: number, { position, since }: ReplayValues) =>
  position.trim() === ''
    ? { id, since: new Date(since).toISOString() }
    : { id, position: Number(position.trim()) };

const REPLAY_CODES = ['not_yet', 'history_archived'];
export const BESIDE_REPLAY = [...REPLAY_CODES, 'invalid_input'];

export const replayIssuesOf = (error: ApiError): Issues<ReplayValues> =>
  Object.fromEntries(
    error.errors.map(({ path, code }) => [
      path === 'since' ? 'since' : 'position',
      REPLAY_CODES.includes(code) ? code : 'position',
    ]),
  );
