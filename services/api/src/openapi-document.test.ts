import { expect, test } from 'vitest';
import { readableDocument } from './openapi-document.ts';
import { SLICES } from './slices.ts';
import { buildCoreApp } from './testing.ts';

test('says every schema that stands in several places once, and each reference leads somewhere', async () => {
  const app = await buildCoreApp(SLICES);
  await app.ready();
  const text = JSON.stringify(readableDocument(app.swagger()));
  const document: {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: object };
  } = JSON.parse(text);
  const names = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((each) => each.operationId),
  );
  expect(names.length).toBeGreaterThan(150);
  expect(new Set(names).size).toBe(names.length);
  const wanted = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(wanted.filter((name) => !(name !== undefined && name in document.components.schemas))).toEqual([]);
  expect(Object.keys(document.components.schemas)).toContain('Failure');
  expect(text.length).toBeLessThan(500_000);
});
