import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function kept(content: string): string {
  const file = join(folder, randomUUID());
  writeFileSync(file, content);
  return file;
}

describe('the environment', () => {
  it('needs nothing for a demo with its own database', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      demo: true,
      dataDir: '.data',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      trustProxy: [],
    });
  });

  it('is no demo with a database given, unless it says so', () => {
    const DATABASE_URL = 'postgres://db.example/atelier';
    expect(loadConfig({ DATABASE_URL }).demo).toBe(false);
    expect(loadConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
  });

  it('listens on this machine only with the demo, unless HOST says otherwise', () => {
    const DATABASE_URL = 'postgres://db.example/atelier';
    expect(loadConfig({}).host).toBe('127.0.0.1');
    expect(loadConfig({ DATABASE_URL, DEMO: '1' }).host).toBe('127.0.0.1');
    expect(loadConfig({ DEMO: '1', HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(loadConfig({ DATABASE_URL }).host).toBe('0.0.0.0');
    expect(loadConfig({ DATABASE_URL, HOST: '10.0.0.4' }).host).toBe('10.0.0.4');
  });

  it('takes a blank for unset', () => {
    expect(loadConfig({ PORT: '', REDIS_URL: '' })).toMatchObject({ port: 3000, redisUrl: undefined });
  });

  it('reads lists', () => {
    const config = loadConfig({ TRUST_PROXY: '10.0.0.0/8, ::1', CORS_ORIGINS: 'https://a.example' });
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(config.corsOrigins).toEqual(['https://a.example']);
  });

  it('takes addresses with passwords from files', () => {
    const [DATABASE_URL_FILE, REDIS_URL_FILE] = [
      kept('postgres://a:secret@db/x\n'),
      kept(' redis://:secret@r '),
    ];
    expect(loadConfig({ DATABASE_URL_FILE, REDIS_URL_FILE })).toMatchObject({
      databaseUrl: 'postgres://a:secret@db/x',
      redisUrl: 'redis://:secret@r',
      demo: false,
    });
    expect(loadConfig({ DATABASE_URL_FILE: '' }).databaseUrl).toBeUndefined();
  });

  it.each(['DATABASE_URL', 'REDIS_URL'])(
    'refuses %s from two places, and a file that says nothing',
    (name) => {
      const file = kept('postgres://a:secret@db/x');
      const both = () => loadConfig({ [name]: 'postgres://b:other@db/y', [`${name}_FILE`]: file });
      expect(both).toThrow(new ConfigError(`${name} and ${name}_FILE are both set: keep one of them.`));
      for (const path of [kept('  \n'), join(folder, 'gone')])
        expect(() => loadConfig({ [`${name}_FILE`]: path })).toThrow(
          `${name}_FILE names ${path}, which holds nothing`,
        );
    },
  );

  it('quotes no secret when it refuses one', () => {
    expect(() => loadConfig({ DATABASE_URL_FILE: kept('mysql://a:secret@db/x') })).toThrow(
      new ConfigError(
        'The environment is wrong: DATABASE_URL must be an address beginning with postgres:// or postgresql://.',
      ),
    );
  });

  it.each([
    [{ PORT: '0' }, 'PORT must be a whole number between 1 and 65535'],
    [{ PORT: '3000x' }, 'PORT must be a whole number between 1 and 65535'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must be an address beginning with redis:// or rediss://'],
    [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL must be an address beginning with http:// or https://'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a comma-separated list of proxy addresses'],
    [{ CORS_ORIGINS: 'https://a.example/path' }, 'CORS_ORIGINS must be a comma-separated list of origins'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ OIDC_ISSUER: 'https://id.example' }, 'Single sign-on needs both OIDC_ISSUER and OIDC_CLIENT_ID'],
    [{ DEMO: '0', CAPTCHA_FIXED_ANSWER: 'x' }, 'CAPTCHA_FIXED_ANSWER is for tests'],
  ])('refuses %o in one sentence', (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(sentence);
  });

  it('names every wrong variable at once', () => {
    expect(() => loadConfig({ PORT: 'x', DEMO: 'y' })).toThrow(/PORT must .*; DEMO must /);
  });
});
