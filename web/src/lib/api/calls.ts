import type { paths } from '@atelier/client/paths';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `/rma/{id}` as it is called: `/rma/17`; a token is text. */
type Filled<P extends string> = P extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}${Name extends 'token' ? string : number}${Filled<After>}`
  : P;

/** What the API describes, by the paths as a call names them, below `/api`. */
type Calls = {
  [D in keyof paths as D extends `/api${infer Own}` ? Filled<Own> : never]: paths[D];
};

/**
 * The operation behind a method and a path. `infer` keeps the compiler from crossing all paths with all paths, which it refuses from
 * about 316 on.
 */
type Operation<M extends Method, P> = P extends infer Q extends keyof Calls
  ? Calls[Q][Lowercase<M> & keyof Calls[Q]]
  : never;

/** A path as a call names it. */
export type PathOf<M extends Method> = {
  [D in keyof paths]: paths[D][Lowercase<M> & keyof paths[D]] extends undefined
    ? never
    : D extends `/api${infer Own}`
      ? Filled<Own>
      : never;
}[keyof paths];

interface Answered {
  responses: { 200: { content: { 'application/json': { data: unknown } } } };
}

/** The envelope that a call answers with. */
export type BodyOf<M extends Method, P extends string> =
  Operation<M, P> extends infer O extends Answered
    ? O['responses'][200]['content']['application/json']
    : never;

/** What a call answers with in `data`. */
export type DataOf<M extends Method, P extends string> = BodyOf<M, P>['data'];

/** A parameter of an address: numbers may be text, and one that is not set is left out. */
type Parameter<T> = T | (number extends T ? string : '') | null;

/** What a reading may ask for. */
export type QueryOf<P extends string> =
  Operation<'GET', P> extends { parameters: { query?: infer Q } }
    ? { readonly [K in keyof NonNullable<Q>]?: Parameter<NonNullable<Q>[K]> }
    : never;
