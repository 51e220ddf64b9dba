import { expect, it } from 'vitest';
import { sectionsOf, type ApiDocument } from './api-document.ts';

const json = (example: unknown) => ({ content: { 'application/json': { example } } });
const document: ApiDocument = {
  tags: [
    { name: 'rma', description: 'Deposits' },
    { name: 'papers', description: 'Papers' },
  ],
  paths: {
    '/api/rma': {
      post: {
        operationId: 'postRma',
        tags: ['rma'],
        summary: 'Register a deposit',
        description: 'Needs: view request new rma page.',
        requestBody: json({ email: 'a@example.com' }),
        responses: { 200: json({ data: null }) },
      },
    },
    '/api/rma/{id}/label': {
      get: {
        operationId: 'getRmaByIdLabel',
        tags: ['papers'],
        description: 'Any signed-in person.',
        responses: { 200: { content: { 'application/pdf': {} } } },
      },
    },
  },
};
const found = (searched: string) =>
  sectionsOf(document, searched).flatMap(({ calls }) => calls.map(({ id }) => id));

it('shows every call under what it is about', () => {
  expect(sectionsOf(document, '').map(({ title, calls }) => [title, calls.length])).toEqual([
    ['Deposits', 1],
    ['Papers', 1],
  ]);
});

it('finds a call by words of its path, its method or its summary, in any order', () => {
  expect(found('deposit register')).toEqual(['postRma']);
  expect(found('GET rma')).toEqual(['getRmaByIdLabel']);
  expect(found('unknown')).toEqual([]);
});

it('shows examples as they are sent, and none of a file', () => {
  const [deposits, papers] = sectionsOf(document, '');
  expect(deposits?.calls[0]).toMatchObject({
    request: '{\n  "email": "a@example.com"\n}',
    answer: '{\n  "data": null\n}',
  });
  expect(papers?.calls[0]).toMatchObject({ request: undefined, answer: undefined });
});
