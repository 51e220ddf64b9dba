import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/schema.js';

export type { components, operations, paths } from './generated/schema.js';

/** Every call of the API by method and path, with its parameters, bodies and responses. */
export type AtelierClient = Client<paths>;

export interface AtelierClientOptions {
  /** Where the installation stands, such as `https://atelier.example`. */
  readonly baseUrl: string;
  /** The secret of an API key, `atl_…`. */
  readonly apiKey: string;
  /** In place of the platform's own `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Calls of one installation with one key. A call never rejects because the server refused it: `data` is set when it was done, `error`
 * when it was not, and `response` has status and headers either way.
 */
export function createAtelierClient({ baseUrl, apiKey, fetch }: AtelierClientOptions): AtelierClient {
  return createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    ...(fetch !== undefined && { fetch }),
  });
}
