import type { paths } from '@atelier/client/paths';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The operation that the API describes for a method and a path. */
type Operation<M extends Method, P> = P extends keyof paths ? paths[P][Lowercase<M> & keyof paths[P]] : never;

type Described<M extends Method> = keyof {
  [P in keyof paths as Operation<M, P> extends undefined ? never : P]: P;
};

/** `/rma/{id}` as it is called: `/rma/17`; a token is text. */
type Filled<P extends string> = P extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}${Name extends 'token' ? string : number}${Filled<After>}`
  : P;

/** A path as a call names it, below `/api`. */
export type PathOf<M extends Method> = {
  [P in Described<M>]: P extends `/api${infer Own}` ? Filled<Own> : never;
}[Described<M>];

/** The described path behind a filled one. */
type DescribedAs<P extends string> = `/api${P}` extends keyof paths
  ? `/api${P}`
  : { [D in keyof paths]: `/api${P}` extends Filled<D> ? D : never }[keyof paths];

interface Answered {
  responses: { 200: { content: { 'application/json': { data: unknown } } } };
}

/** The envelope that a call answers with. */
export type BodyOf<M extends Method, P extends string> =
  Operation<M, DescribedAs<P>> extends infer O extends Answered
    ? O['responses'][200]['content']['application/json']
    : never;

/** What a call answers with in `data`. */
export type DataOf<M extends Method, P extends string> = BodyOf<M, P>['data'];

/** A parameter of an address: numbers may be text, and one that is not set is left out. */
type Parameter<T> = T | (number extends T ? string : '') | null;

/** What a reading may ask for. */
export type QueryOf<P extends string> =
  Operation<'GET', DescribedAs<P>> extends { parameters: { query?: infer Q } }
    ? { readonly [K in keyof NonNullable<Q>]?: Parameter<NonNullable<Q>[K]> }
    : never;
