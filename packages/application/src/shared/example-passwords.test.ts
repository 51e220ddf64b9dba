import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { examplePasswordFault } from './example-passwords.ts';

const demo = readFileSync(new URL('../../../../docker/demo.env', import.meta.url), 'utf8');
const passwords = [...demo.matchAll(/^\w+_PASSWORD=(?<word>.+)$/gm)].map(
  ({ groups }) => groups?.['word'] ?? '',
);

it('refuses every password of docker/demo.env', () => {
  expect(new Set(passwords).size).toBe(4);
  for (const word of passwords) {
    const fault = examplePasswordFault({ DATABASE_URL: `postgres://login:${word}@db:5432/atelier` });
    expect([word, fault]).toEqual([
      word,
      expect.stringContaining('DATABASE_URL has a password of docker/demo.env'),
    ]);
  }
});

it('names every setting that has one, also a password alone', () => {
  const fault = examplePasswordFault({
    REDIS_URL: 'redis://:atelier-redis@redis:6379',
    SERVICE_PASSWORD: 'atelier-service',
  });
  expect(fault).toContain('REDIS_URL, SERVICE_PASSWORD have');
});

it('says nothing of other passwords', () => {
  expect(
    examplePasswordFault({
      DATABASE_URL: 'postgres://atelier-owner:long-and-own@db/atelier',
      REDIS_URL: undefined,
    }),
  ).toBeUndefined();
});
