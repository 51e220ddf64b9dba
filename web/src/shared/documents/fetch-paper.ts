import { ApiError } from '../../lib/api/api-error.ts';
import { type ApiRequest, refusedCall, urlOf, withCredentials } from '../../lib/api/client.ts';
import { TIMEOUTS } from '../../lib/api/timeouts.ts';
import { paperCall, type PaperChoice, type PaperSubject } from './paper-order.ts';

type PaperCall = Pick<ApiRequest, 'method' | 'path' | 'query' | 'body'>;

export interface FetchedPaper {
  readonly file: Blob;
  readonly pages: number;
}

/** A paper of pieces or of a package. Throws ApiError. */
export function fetchPaper(
  subject: PaperSubject,
  choice: PaperChoice,
  options: { readonly page?: number; readonly signal?: AbortSignal } = {},
): Promise<FetchedPaper> {
  return fetchPaperFile(paperCall(subject, choice, options.page), options);
}

/** A paper's bytes, with the bearer header that no link can carry. Throws ApiError. */
export async function fetchPaperFile(
  { method = 'GET', path, query, body }: PaperCall,
  options: { readonly signal?: AbortSignal; readonly key?: string } = {},
): Promise<FetchedPaper> {
  const clock = AbortSignal.timeout(TIMEOUTS.general);
  const headers = withCredentials(new Headers({ accept: 'application/pdf, image/png, application/json' }));
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (options.key !== undefined) headers.set('idempotency-key', options.key);
  try {
    const response = await fetch(urlOf(path, query), {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: options.signal ? AbortSignal.any([clock, options.signal]) : clock,
      credentials: 'same-origin',
      cache: 'no-store',
    });
    if (!response.ok) throw await refusal(response);
    return { file: await response.blob(), pages: Number(response.headers.get('x-pages') ?? 1) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const kind = options.signal?.aborted === true ? 'aborted' : clock.aborted ? 'timeout' : 'network';
    throw new ApiError(kind, { status: 0, code: kind });
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const envelope: unknown = await response.json().catch(() => null);
  const told = typeof envelope === 'object' && envelope !== null ? envelope : {};
  return refusedCall({ code: `http_${response.status}`, message: '', ...told, status: response.status });
}
