import { fetchBytes } from '../../../lib/api/bytes.ts';

/** What the reference shows of the OpenAPI document. */
interface Body {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}
export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description: string;
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}
export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface ApiCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ApiParameter[];
  /** JSON as it is sent and answered; undefined where there is none, or a file. */
  readonly request: string | undefined;
  readonly answer: string | undefined;
}
export interface ApiSection {
  readonly name: string;
  readonly title: string;
  readonly calls: readonly ApiCall[];
}

/** The document as the server has it. It is for who is signed in. @throws ApiError */
export async function readApiDocument(signal: AbortSignal): Promise<ApiDocument> {
  const bytes = await fetchBytes('/openapi.json', signal);
  return JSON.parse(await bytes.text()) as ApiDocument;
}

const exampleOf = (body: Body | undefined): string | undefined => {
  const example = body?.content?.['application/json']?.example;
  return example === undefined ? undefined : JSON.stringify(example, null, 2);
};

function callOf(path: string, method: string, operation: Operation): ApiCall {
  const { operationId, summary = '', description, parameters = [], requestBody, responses } = operation;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    parameters,
    request: exampleOf(requestBody),
    answer: exampleOf(responses['200']),
  };
}

/** The calls by what they are about, of those whose path or words hold every word that is searched for. */
export function sectionsOf({ tags, paths }: ApiDocument, searched: string): readonly ApiSection[] {
  const words = searched.toLowerCase().split(/\s+/);
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      tag: operation.tags[0],
      call: callOf(path, method, operation),
    })),
  );
  const matches = ({ method, path, summary }: ApiCall): boolean => {
    const text = `${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return tags
    .map(({ name, description }) => ({
      name,
      title: description,
      calls: calls.flatMap(({ tag, call }) => (tag === name && matches(call) ? [call] : [])),
    }))
    .filter((section) => section.calls.length > 0);
}
