import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCoreApp, person } from './testing.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier screens '));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Atelier</title>');
  writeFileSync(join(folder, 'assets', 'main-4f2a.js'), 'export {};');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  app = await buildCoreApp([], person(), { webDir: folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const page = (url: string) => app.inject({ method: 'GET', url, headers: { accept: 'text/html,*/*' } });

describe('the screens', () => {
  it.each(['/', '/dashboard', '/operation/7/Plating%20Process/', '/customerStatus?rma_id=x'])(
    'start at %s, asked for again each time',
    async (url) => {
      const answer = await page(url);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(answer.body).toContain('<title>Atelier</title>');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    },
  );

  it.each(['/', '/dashboard'])('answer HEAD %s like GET, without the page', async (url) => {
    const answer = await app.inject({ method: 'HEAD', url, headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });

  it('keep a file with a hash in its name for good', async () => {
    const answer = await app.inject({ method: 'GET', url: '/assets/main-4f2a.js' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  });

  it('ask again for a file without one', async () => {
    expect((await page('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('answer a lazy chunk of an older build with 404, never with a page', async () => {
    const answer = await page('/assets/old-1234.js');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  it('keep the customer’s page out of search engines', async () => {
    expect((await page('/customerStatus?rma_id=x')).headers['x-robots-tag']).toBe('noindex, nofollow');
    expect((await page('/login')).headers['x-robots-tag']).toBeUndefined();
  });

  it.each(['/../package.json', '/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2fpackage.json', '/.env'])(
    'serve nothing outside their folder: %s',
    async (url) => {
      const answer = await app.inject({ method: 'GET', url });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.body).not.toMatch(/workspaces|root:/);
    },
  );

  it('never stand for a call of the API', async () => {
    const answer = await page('/api/no/such/call');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });
});
