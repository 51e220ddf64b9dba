import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { readableDocument } from './openapi-document.ts';
import { isObject, objectOf, UNICODE_PATTERN, type Json } from './openapi-json.ts';
import { USUAL_FIELDS } from './openapi-samples.ts';
import { SLICES } from '../slices.ts';
import { buildCoreApp } from '../testing/testing.ts';

const app = await buildCoreApp(SLICES);
await app.ready();
const document = readableDocument(app.swagger());
const refusals = objectOf(objectOf(document['components'])['responses']);
const operations = Object.entries(objectOf(document['paths'])).flatMap(([path, methods]) =>
  Object.entries(objectOf(methods)).map(([method, operation]) => ({
    name: `${method} ${path}`,
    operation: objectOf(operation),
  })),
);

/** Every place of an operation that has a schema of a body, with what stands there. */
function bodiesOf(value: Json | undefined): { schema: Json; example: Json }[] {
  if (!isObject(value)) return [];
  const content = objectOf(value['content']);
  const own = Object.values(content).map(objectOf);
  // A file is described by its type alone.
  return own.flatMap(({ schema = {}, example }) => (example === undefined ? [] : [{ schema, example }]));
}

test('every call has a name, a section with words, a description and an example that fits', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'atelier', components: document['components'] });
  const sections = new Set(
    JSON.parse(JSON.stringify(document['tags'])).map(({ name }: { name: string }) => name),
  );
  const wrong = operations.flatMap(({ name, operation }) => {
    const [section] = JSON.parse(JSON.stringify(operation['tags']));
    const bodies = [
      operation['requestBody'],
      ...Object.values({ ...objectOf(operation['responses']), ...refusals }),
    ].flatMap(bodiesOf);
    const misfits = bodies.flatMap(({ schema, example }) => {
      const text = JSON.stringify(schema).replaceAll(UNICODE_PATTERN, 'pattern');
      const resolved = JSON.parse(text.replaceAll('"#/components', '"atelier#/components'));
      return ajv.validate(resolved, example)
        ? []
        : [`${name}: ${ajv.errorsText()} in ${JSON.stringify(example).slice(0, 200)}`];
    });
    return [
      ...(sections.has(section) ? [] : [`${name}: no section ${section}`]),
      ...(operation['description'] ? [] : [`${name}: no description`]),
      ...(JSON.stringify(operation['requestBody'] ?? { example: 1 }).includes('"example"')
        ? []
        : [`${name}: no example`]),
      ...misfits,
    ];
  });
  expect(operations.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test('fields that are usually sent are those of a call that there is', () => {
  const names = new Set(operations.map(({ operation }) => operation['operationId']));
  expect(Object.keys(USUAL_FIELDS).filter((name) => !names.has(name))).toEqual([]);
});
