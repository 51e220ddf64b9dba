import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCoreApp, person } from './testing/testing.ts';

let folder: string;
let app: FastifyInstance;

const page = (path: string, script: string) => ({
  path,
  fonts: ['assets/inter.woff2'],
  sheets: ['assets/shell.css'],
  scripts: ['assets/shell.js', script],
  texts: { en: ['assets/en.js'], fr: ['assets/fr.js'] },
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier start page '));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), '<html><head><title>Atelier</title></head><body></body></html>');
  mkdirSync(join(folder, 'server'));
  const program = "export const drawLogin = async (language, notice) => '<p>' + language + notice + '</p>';";
  writeFileSync(join(folder, 'server', 'customer-page.js'), program);
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  const pages = [
    page('/login', 'assets/login.js'),
    page('/operation/:divisionId/:divisionName', 'assets/stage.js'),
    page('/operation/rmafactory/login', 'assets/badge.js'),
  ];
  writeFileSync(join(folder, '.vite', 'start-files.json'), JSON.stringify(pages));
  app = await buildCoreApp([], person(), { webDir: folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const read = (url: string, headers = {}) =>
  app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
const hintsIn = (html: string) =>
  [...html.matchAll(/rel="(\w+)"[^>]* href="\/assets\/([^"]+)"/g)].map(([, rel, file]) => `${rel} ${file}`);

describe('the start page', () => {
  it('names sheets, scripts and texts of the screen that the address leads to', async () => {
    const { body } = await read('/operation/7/Plating%20Process/', { 'accept-language': 'fr-CH, en;q=0.5' });
    expect(hintsIn(body)).toEqual([
      'stylesheet shell.css',
      'preload inter.woff2',
      'modulepreload shell.js',
      'modulepreload stage.js',
      'modulepreload fr.js',
    ]);
  });

  it('prefers a fixed address to one with parameters', async () => {
    const { body } = await read('/operation/rmafactory/login');
    expect(hintsIn(body)).toContain('modulepreload badge.js');
    expect(hintsIn(body)).not.toContain('modulepreload stage.js');
  });

  it('names the texts of a language in the address before those of the browser', async () => {
    const { body } = await read('/operation/7/x?language=fr', { 'accept-language': 'en' });
    expect(hintsIn(body)).toContain('modulepreload fr.js');
  });

  it('names nothing for an address without a screen', async () => {
    for (const url of ['/no/such', '/no/such?language=%']) {
      const { statusCode, body } = await read(url);
      expect([url, statusCode, hintsIn(body)]).toEqual([url, 200, []]);
    }
  });

  it('draws the frame of the sign-in before any script, and of no other page', async () => {
    expect((await read('/login', { 'accept-language': 'fr' })).body).toContain('<body><p>fr</p></body>');
    expect((await read('/operation/7/x')).body).toContain('<body></body>');
  });

  it('lets the scripts of a drawn page wait for its sheets and its face', async () => {
    expect((await read('/login')).body).toContain('href="/assets/login.js" fetchpriority="low"');
    expect((await read('/operation/7/x')).body).not.toContain('fetchpriority');
  });

  it('is read again when another build lies in the folder', async () => {
    const index = join(folder, 'index.html');
    writeFileSync(index, '<html><head><title>Newer</title></head><body></body></html>');
    utimesSync(index, new Date(), new Date(Date.now() + 5_000));
    expect((await read('/login')).body).toContain('<title>Newer</title>');
  });

  it('is compressed for a browser that reads brotli', async () => {
    const { rawPayload, headers } = await read('/operation/7/x', { 'accept-encoding': 'gzip, br' });
    expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'accept-encoding, accept-language']);
    expect(hintsIn(brotliDecompressSync(rawPayload).toString())).toHaveLength(5);
  });
});
