import type { Envelope } from '@atelier/contracts/contract/envelope.ts';
import type { FastifyInstance } from 'fastify';
import { bearer, signInAs, type PersonName } from './testing-api.ts';
import type { Reply } from './testing-reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A reply with what most tests ask of it, so that they need not reach into the envelope. */
export interface CallReply extends Reply {
  readonly code: string | number;
  readonly data: unknown;
  /** The version of what it shows; empty where it shows no one record. */
  readonly etag: string;
}

/** A call by a person; the path without `/api`. */
export type Call = (
  who: PersonName,
  method: Method,
  path: string,
  payload?: object,
  headers?: object,
) => Promise<CallReply>;

/** People who are signed in on one node. */
export interface People {
  readonly tokenOf: (who: PersonName) => string;
  readonly headersOf: (who: PersonName) => { readonly authorization: string };
  readonly call: Call;
}

export async function signInPeople(app: FastifyInstance, names: readonly PersonName[]): Promise<People> {
  const tokens = new Map<PersonName, string>();
  for (const name of names) tokens.set(name, await signInAs(app, name));
  const tokenOf = (who: PersonName) => tokens.get(who) ?? '';
  const headersOf = (who: PersonName) => bearer(tokenOf(who));
  const call: Call = async (who, method, path, payload, more = {}) => {
    const headers = { ...headersOf(who), ...more };
    const response = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    const body = response.json<Envelope<unknown>>();
    return {
      status: response.statusCode,
      body,
      code: body.code,
      data: body.data,
      etag: response.headers.etag ?? '',
    };
  };
  return { tokenOf, headersOf, call };
}
