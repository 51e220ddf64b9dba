import type { Envelope } from '@atelier/contracts/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { refusedCall, urlOf, withCredentials } from './client.ts';
import { newKey } from './new-key.ts';
import { TIMEOUTS } from './timeouts.ts';

export interface UploadOptions {
  /** Part that has left the device, 0..1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  /** The same for every repetition, so that a picture is kept once. */
  idempotencyKey?: string;
}

/** Sends one file as multipart field `file`. `fetch` cannot tell progress, hence the older call. Throws ApiError. */
export function sendFile<T>(path: string, file: Blob, name: string, options: UploadOptions = {}): Promise<T> {
  const request = new XMLHttpRequest();
  const body = new FormData();
  body.append('file', file, name);
  return new Promise<T>((resolve, reject) => {
    request.open('POST', urlOf(path));
    request.timeout = TIMEOUTS.general;
    const headers = new Headers({
      accept: 'application/json',
      'idempotency-key': options.idempotencyKey ?? newKey(),
    });
    withCredentials(headers).forEach((value, header) => request.setRequestHeader(header, value));
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => settle<T>(request, resolve, reject);
    request.onerror = () => reject(new ApiError('network', { status: 0, code: 'network' }));
    request.ontimeout = () => reject(new ApiError('timeout', { status: 0, code: 'timeout' }));
    request.onabort = () => reject(new ApiError('aborted', { status: 0, code: 'aborted' }));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

function settle<T>(request: XMLHttpRequest, resolve: (data: T) => void, reject: (error: ApiError) => void) {
  const envelope = envelopeOf(request.status, request.responseText);
  if (request.status === 200 && envelope.success) resolve(envelope.data as T);
  else reject(refusedCall(envelope));
}

/** A proxy's page in place of an envelope becomes one with the HTTP status alone. */
function envelopeOf(status: number, text: string): Partial<Envelope<unknown>> & { status: number } {
  const empty = { status, success: false, code: `http_${status}`, message: '' };
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...empty, ...body, status } : empty;
  } catch {
    return empty;
  }
}

/** Bytes that need the bearer header, which an `<img>` cannot send. Throws ApiError. */
export async function fetchBytes(path: string, signal: AbortSignal): Promise<Blob> {
  const clock = AbortSignal.timeout(TIMEOUTS.general);
  try {
    const response = await fetch(urlOf(path), {
      headers: withCredentials(new Headers({ accept: 'image/*' })),
      signal: AbortSignal.any([clock, signal]),
      credentials: 'same-origin',
    });
    if (response.ok) return await response.blob();
    throw refusedCall(envelopeOf(response.status, await response.text()));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const kind = signal.aborted ? 'aborted' : clock.aborted ? 'timeout' : 'network';
    throw new ApiError(kind, { status: 0, code: kind });
  }
}
