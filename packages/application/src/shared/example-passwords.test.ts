import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { examplePasswordFault } from './example-passwords.ts';

const compose = readFileSync(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8');
const defaults = [...compose.matchAll(/_PASSWORD:-(?<word>[^}]+)\}/g)].map(
  ({ groups }) => groups?.['word'] ?? '',
);

it('refuses every password that docker-compose.yml falls back to', () => {
  expect(new Set(defaults).size).toBe(3);
  for (const word of defaults) {
    const fault = examplePasswordFault({ DATABASE_URL: `postgres://login:${word}@db:5432/atelier` });
    expect([word, fault]).toEqual([
      word,
      expect.stringContaining('DATABASE_URL has a password of docker-compose.yml'),
    ]);
  }
});

it('names every setting that has one, also a password by itself', () => {
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
