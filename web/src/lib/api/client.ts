import type { Envelope } from '@atelier/contracts/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import type { BodyOf, DataOf, Method, PathOf, QueryOf } from './calls.ts';
import { deviceId } from './device.ts';
import { newKey } from './new-key.ts';
import { TIMEOUTS } from './timeouts.ts';
import { momentFor } from '../time/past.ts';

export type Query = Record<string, string | number | boolean | null | undefined>;

export interface ApiRequest {
  method?: Method;
  /** Below `/api`, exactly as in product/calls.md §9: `/rma`, `/auth/loginold`. */
  path: string;
  query?: Query;
  body?: unknown;
  /** ms, or the family of the call; by default 40 s for RMA calls and 60 s otherwise. */
  timeout?: number | 'rma' | 'general' | undefined;
  /** One per intention: the same for every repetition of the same command. */
  idempotencyKey?: string;
  /** Version (or its ETag) the change was decided on; a stale one is 409. */
  ifMatch?: string | number;
  ifNoneMatch?: string;
  signal?: AbortSignal | undefined;
  /** Calls before sign-in: no token is sent and 499 has no one to sign out. */
  anonymous?: boolean;
}

export interface ApiResponse<T> extends Envelope<T> {
  etag: string | null;
  /** A reading with `min_position` whose rows have not caught up yet: stored, not yet shown. */
  notYetShown?: boolean;
  /** 304: what the asker holds is still true. */
  notModified: boolean;
}

/** What the client needs from the session, given once at start; keeps this file free of storage and screens. */
export interface ApiHooks {
  token: () => string | null;
  /** 1 for a single sign-on session (product/calls.md §8), otherwise null. */
  loginType: () => string | null;
  /** A known token that has expired, was revoked or whose rights changed. */
  onSessionEnded: (message: string, code?: string | number) => void;
  /** Every answer, with the server's own time. */
  onAnswer: (date: string | null) => void;
  /** Before a refusal is thrown or returned: its words are fetched when the first one comes. */
  onRefusal: () => Promise<void>;
}

let hooks: ApiHooks = {
  token: () => null,
  loginType: () => null,
  onSessionEnded: () => undefined,
  onAnswer: () => undefined,
  onRefusal: () => Promise.resolve(),
};

export function connectApi(given: ApiHooks): void {
  hooks = given;
}

const SEARCH_PATHS = /^\/(search_|clientSearch|customer\/record|repair_history)/;
const RMA_PATHS = /rma|package|scan|comment|savcheck|sav\/|dashboard/i;

/** 40 s for RMA calls, 60 s for searches, the detail and everything else (product/calls.md §4). */
export function timeoutFor(request: Pick<ApiRequest, 'path' | 'timeout'>): number {
  if (typeof request.timeout === 'number') return request.timeout;
  if (request.timeout) return TIMEOUTS[request.timeout];
  const isDetail = /^\/rma\/\d+$/.test(request.path);
  if (isDetail || SEARCH_PATHS.test(request.path)) return TIMEOUTS.general;
  return RMA_PATHS.test(request.path) ? TIMEOUTS.rma : TIMEOUTS.general;
}

/** `/api` + path + query; null, undefined and '' are left out. */
export function urlOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `/api${path}${text && `?${text}`}`;
}

function headersOf(request: ApiRequest): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  if (request.idempotencyKey) headers.set('idempotency-key', request.idempotencyKey);
  if (request.ifMatch !== undefined)
    headers.set('if-match', typeof request.ifMatch === 'number' ? `"${request.ifMatch}"` : request.ifMatch);
  if (request.ifNoneMatch) headers.set('if-none-match', request.ifNoneMatch);
  return request.anonymous ? headers : withCredentials(headers);
}

/** Who asks, from which device; also for calls that carry bytes instead of JSON. */
export function withCredentials(headers: Headers): Headers {
  headers.set('x-device', deviceId());
  const token = hooks.token();
  const loginType = hooks.loginType();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (loginType) headers.set('loginType', loginType);
  return headers;
}

/** The end of every failed call: 499 ends the session, and the reason is thrown to the caller. */
export function refusedCall(envelope: Partial<Envelope<unknown>> & { status: number }): ApiError {
  if (envelope.status === 499) hooks.onSessionEnded(envelope.message ?? '', envelope.code);
  return new ApiError('refused', envelope);
}

async function fetchOnce(request: ApiRequest): Promise<Response> {
  const clock = AbortSignal.timeout(timeoutFor(request));
  try {
    return await fetch(urlOf(request.path, request.query), {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: request.signal ? AbortSignal.any([clock, request.signal]) : clock,
      credentials: 'same-origin',
      cache: 'no-store',
    });
  } catch (error) {
    throw failureOf(error, clock, request.signal);
  }
}

function failureOf(error: unknown, clock: AbortSignal, signal: AbortSignal | undefined): ApiError {
  if (signal?.aborted) return new ApiError('aborted', { status: 0, code: 'aborted' });
  if (clock.aborted) return new ApiError('timeout', { status: 0, code: 'timeout' });
  return new ApiError('network', {
    status: 0,
    code: 'network',
    message: error instanceof Error ? error.message : '',
  });
}

/** The body as the envelope; a proxy's page or an empty body becomes one with the HTTP status and no data. */
async function envelopeOf(response: Response, request: ApiRequest): Promise<Envelope<unknown>> {
  const empty = {
    status: response.status,
    success: response.ok,
    code: `http_${response.status}`,
    message: '',
    data: null,
  };
  if (response.status === 304 || response.status === 204) return { ...empty, success: true };
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? { ...empty, ...body, status: response.status } : empty;
  } catch (error) {
    if (error instanceof SyntaxError) return empty;
    if (request.signal?.aborted) throw new ApiError('aborted', { status: 0, code: 'aborted' });
    // The answer was cut while it was read: whether the command was done is not known.
    throw new ApiError(
      error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network',
      { status: 0 },
    );
  }
}

async function attempt(request: ApiRequest): Promise<ApiResponse<unknown>> {
  const response = await fetchOnce(request);
  const envelope = await envelopeOf(response, request);
  hooks.onAnswer(response.headers.get('date'));
  if (response.status === 499 && !request.anonymous) hooks.onSessionEnded(envelope.message, envelope.code);
  if (!envelope.success) await hooks.onRefusal();
  const isResult = response.ok || response.status === 304 || response.status === 400;
  if (!isResult) throw new ApiError('refused', envelope);
  return {
    ...envelope,
    etag: response.headers.get('etag'),
    notModified: response.status === 304,
    notYetShown: response.headers.has('x-not-yet-shown'),
  };
}

/**
 * One call. Resolves for success and for 400, which is a normal result with `success: false` (product/calls.md §2); throws
 * ApiError for all else. A command (with a key) that timed out is asked once more with the same key, so it is done once.
 */
export async function send<T>(request: ApiRequest): Promise<ApiResponse<T>> {
  try {
    return (await attempt(request)) as ApiResponse<T>;
  } catch (error) {
    const again = request.idempotencyKey && error instanceof ApiError && error.kind === 'timeout';
    if (!again) throw error;
    return (await attempt(request)) as ApiResponse<T>;
  }
}

/** The moment that the page shows, unless the call names its own. */
function withMoment(path: string, query: Query = {}): Query {
  return 'at' in query ? query : { ...momentFor(path), ...query };
}

/** What a described call answers with. */
export type Answer<M extends Method, P extends string> = BodyOf<M, P> &
  Pick<ApiResponse<unknown>, 'etag' | 'notYetShown' | 'notModified'>;

/** A reading: the envelope, or ApiError also for 400. */
export async function read<P extends PathOf<'GET'>>(
  path: P,
  query?: QueryOf<P>,
  options: Omit<ApiRequest, 'path' | 'query'> = {},
): Promise<Answer<'GET', P>> {
  return readAs<Answer<'GET', P>>(path, query, options);
}

/** A reading whose types were checked where it is asked for: the compiler gives up on all paths at once. */
export async function readAs<Answered>(
  path: string,
  query?: Query,
  options: Omit<ApiRequest, 'path' | 'query'> = {},
): Promise<Answered> {
  return done<Answered>(await send({ path, query: withMoment(path, query), ...options }));
}

/** A call that the API describes. */
export interface CommandRequest<M extends Method, P extends PathOf<M>> extends Omit<ApiRequest, 'method'> {
  method?: M;
  path: P;
}

/** A call that takes 400 as an answer without data, such as every call before sign-in. */
export const call = <P extends PathOf<M>, M extends Method = 'GET'>(request: CommandRequest<M, P>) =>
  send<DataOf<M, P> | null>(request);

/** A command: throws ApiError also for 400, so that a mutation's `onSuccess` means done. */
export async function command<P extends PathOf<M>, M extends Method = 'POST'>(
  request: CommandRequest<M, P>,
): Promise<Answer<M, P>> {
  return done<Answer<M, P>>(await send({ method: 'POST', idempotencyKey: newKey(), ...request }));
}

function done<Answered>(answer: ApiResponse<unknown>): Answered {
  if (!answer.success) throw new ApiError('refused', answer);
  return answer as Answered;
}
