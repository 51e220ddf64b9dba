import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCoreApp, person } from './testing/testing.ts';

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

describe('the customer’s page, drawn by the server (product/customer-page.md §5)', () => {
  let drawing: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(folder, 'server'));
    mkdirSync(join(folder, '.vite'));
    const whole =
      '<html lang="en" dir="ltr"><head><title>Atelier</title></head><body><div id="root"></div><noscript>No</noscript></body></html>';
    writeFileSync(join(folder, 'index.html'), whole);
    const drawn = `({ title: 'A & <b>', language: 'fr', direction: 'ltr', body: '<p>' + JSON.stringify(first) + '</p>' })`;
    const program = `export const drawCustomerPage = async (first) => ${drawn};`;
    writeFileSync(join(folder, 'server', 'customer-page.js'), program);
    const manifest = {
      'src/features/customer-site/start.tsx': {
        file: 'assets/start.js',
        css: ['assets/a.css'],
        imports: ['common'],
      },
      common: { file: 'assets/common.js', css: ['assets/a.css', 'assets/b.css'], imports: ['common'] },
    };
    writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
    drawing = await buildCoreApp([], person(), { webDir: folder });
  });
  afterAll(() => drawing.close());

  const read = (url: string, headers = {}) => drawing.inject({ method: 'GET', url, headers });
  const drawnFrom = (html: string): unknown =>
    JSON.parse(/<script type="application\/json" id="first-paint">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

  it('stands in the frame of the screens, with its sheets, its title and no word on scripts', async () => {
    const { body, headers } = await read('/customerStatus');
    expect(body).toContain('<html lang="fr" dir="ltr">');
    expect(body).toContain('<title>A &amp; &lt;b></title>');
    expect(body.match(/rel="stylesheet" href="([^"]+)"/g)).toHaveLength(2);
    expect(body.match(/rel="modulepreload" href="([^"]+)"/g)).toHaveLength(2);
    expect(body).not.toContain('noscript');
    expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-store', 'noindex, nofollow']);
  });

  it('carries what was asked as data that no text can end', async () => {
    const { body } = await read(`/customerStatus?rma_id=${encodeURIComponent('</script><b>')}&piece=2`);
    expect(drawnFrom(body)).toMatchObject({
      lookup: { rma_id: '</script><b>' },
      outcome: 'unknown',
      piece: 2,
    });
    expect(body.split('</script>')).toHaveLength(3);
  });

  it.each([
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    ['es;q=0.1, ja;q=0.7', 'ja'],
    ['de, zh-HK;q=0.5', 'zh-TW'],
    [undefined, 'en'],
    ['*;q=x', 'en'],
  ])('takes the language of the browser: %s', async (header, language) => {
    const { body } = await read('/customerStatus', header === undefined ? {} : { 'accept-language': header });
    expect(drawnFrom(body)).toMatchObject({ language });
    const asked = await read('/customerStatus?language=ar', { 'accept-language': 'fr' });
    expect(drawnFrom(asked.body)).toMatchObject({ language: 'ar' });
  });

  it('takes number and digits of a form, and nothing longer than a form', async () => {
    const post = (payload: string) =>
      drawing.inject({
        method: 'POST',
        url: '/customerStatus',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    const { body } = await post('rma_id=PAR-1&phone_last4=5678&language=fr');
    expect(drawnFrom(body)).toMatchObject({
      lookup: { rma_id: 'PAR-1', phone_last4: '5678' },
      language: 'fr',
    });
    expect((await post(`rma_id=${'x'.repeat(3_000)}`)).statusCode).toBe(413);
  });

  it('is drawn by a program that is never served', async () => {
    for (const inner of [
      '/server/customer-page.js',
      '/.vite/manifest.json',
      '/.vite%2Fmanifest.json',
      '/assets/../.vite/manifest.json',
    ])
      expect([inner, (await read(inner)).statusCode]).toEqual([inner, 404]);
  });
});
