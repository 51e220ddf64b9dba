import { expect, test } from 'vitest';
import { readableDocument } from './openapi-document.ts';
import { SLICES } from '../slices.ts';
import { buildCoreApp } from '../testing/testing.ts';

test('says every schema and parameter that stands in several places once, and each reference leads somewhere', async () => {
  const app = await buildCoreApp(SLICES);
  await app.ready();
  const text = JSON.stringify(readableDocument(app.swagger()));
  const document: {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: object; responses: object; parameters: object };
  } = JSON.parse(text);
  const names = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((each) => each.operationId),
  );
  expect(names.length).toBeGreaterThan(150);
  expect(new Set(names).size).toBe(names.length);
  const wanted = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(wanted.filter((name) => !(name !== undefined && name in document.components.schemas))).toEqual([]);
  const asked = [...text.matchAll(/"\$ref":"#\/components\/parameters\/([^"]+)"/g)].map(([, name]) => name);
  expect(asked.filter((name) => !(name !== undefined && name in document.components.parameters))).toEqual([]);
  expect(asked.length).toBeGreaterThan(500);
  expect(Object.keys(document.components.responses)).toEqual(['Refused', 'Failed']);
  expect(text.length).toBeLessThan(945_000);
});

/** Names that are fixed (product/calls.md §3); everything else is snake_case. */
const AS_SPECIFIED = new Set(
  `success CaptchaId PicPath allPermission isHasPuchaseRecords isQualityIssue rmaItem excelType shopName`.split(
    ' ',
  ),
);

test('names every field in snake_case, but for those that are fixed', async () => {
  const app = await buildCoreApp(SLICES);
  await app.ready();
  const names = new Set<string>();
  JSON.stringify(readableDocument(app.swagger()), (name, value: unknown) => {
    if (name === 'properties' && typeof value === 'object' && value !== null)
      for (const field of Object.keys(value)) names.add(field);
    return value;
  });
  expect(names.size).toBeGreaterThan(300);
  const odd = [...names].filter((name) => /[a-z][A-Z]/.test(name) && !/^[A-Z]/.test(name));
  expect(odd.filter((name) => !AS_SPECIFIED.has(name))).toEqual([]);
});

test('says of each call whether a sign-in, an API key or nothing is needed', async () => {
  const app = await buildCoreApp(SLICES);
  await app.ready();
  const {
    paths,
    components,
  }: {
    paths: Record<string, Record<string, { security: object[]; description: string }>>;
    components: { securitySchemes: object };
  } = JSON.parse(JSON.stringify(readableDocument(app.swagger())));
  expect(Object.keys(components.securitySchemes)).toEqual(['session', 'apiKey']);
  expect(paths['/api/rma']?.['get']?.security).toEqual([{ session: [] }, { apiKey: [] }]);
  expect(paths['/api/auth/options']?.['get']?.security).toEqual([]);
  const signOut = paths['/api/auth/logout']?.['post'];
  expect(signOut?.security).toEqual([{ session: [] }]);
  expect(signOut?.description).toContain('no API key');
});
