import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const ENOUGH = { DATABASE_URL: 'postgres://atelier@127.0.0.1/atelier', MASTER_KEY_FILE: '/keys/master' };

describe('WEBHOOK_TO_LOOPBACK', () => {
  it('is off unless it is 1, and nothing else is taken', () => {
    expect(loadConfig(ENOUGH).webhooksToLoopback).toBe(false);
    expect(loadConfig({ ...ENOUGH, WEBHOOK_TO_LOOPBACK: '0' }).webhooksToLoopback).toBe(false);
    expect(loadConfig({ ...ENOUGH, WEBHOOK_TO_LOOPBACK: '1' }).webhooksToLoopback).toBe(true);
    expect(() => loadConfig({ ...ENOUGH, WEBHOOK_TO_LOOPBACK: 'yes' })).toThrow(
      /WEBHOOK_TO_LOOPBACK must be 0 or 1/,
    );
  });
});

describe('SIEM_URL', () => {
  it.each(['https://siem.example/ingest', 'http://127.0.0.1:8088/', 'http://localhost/'])(
    'may be %s',
    (url) => {
      expect(loadConfig({ ...ENOUGH, SIEM_URL: url, SIEM_TOKEN_FILE: '/keys/siem' }).siem).toEqual({
        url,
        tokenFile: '/keys/siem',
      });
    },
  );

  it.each(['http://siem.example/', 'siem.example', 'http://127.0.0.1.example/'])(
    'is refused as %s, where events would travel in clear or nowhere',
    (url) => {
      expect(() => loadConfig({ ...ENOUGH, SIEM_URL: url })).toThrow(ConfigError);
      expect(() => loadConfig({ ...ENOUGH, SIEM_URL: url })).toThrow(
        /SIEM_URL must be an address that begins/,
      );
    },
  );

  it('may be left out: nothing is sent', () => {
    expect(loadConfig(ENOUGH).siem).toBeUndefined();
  });
});
