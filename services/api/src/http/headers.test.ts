import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { buildCoreApp } from '../testing/testing.ts';

let app: FastifyInstance | undefined;
afterEach(async () => app?.close());

describe('headers', () => {
  const headersOf = async (publicUrl: string) => {
    app = await buildCoreApp([], undefined, { publicUrl });
    return (await app.inject({ method: 'GET', url: '/api/health/live' })).headers;
  };

  it('allow no inline script, no inline style, no framing and no other origin', async () => {
    const { 'content-security-policy': policy = '' } = await headersOf('https://atelier.test');
    const directives = policy.split(';');
    for (const wanted of [
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "script-src-attr 'none'",
      "style-src 'self'",
      "style-src-attr 'none'",
      "connect-src 'self' wss://atelier.test",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
      expect(directives).toContain(wanted);
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toMatch(/'unsafe-eval'|\*/);
  });

  it('keep browsers from guessing, framing, telling where they came from, and asking for more than a camera', async () => {
    expect(await headersOf('https://atelier.test')).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/^camera=\(self\), microphone=\(\), geolocation=\(\)/),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-robots-tag': 'noindex',
    });
    expect(await headersOf('https://atelier.test')).not.toHaveProperty('x-powered-by');
  });

  it('ask for TLS only where there is TLS', async () => {
    const headers = await headersOf('http://localhost:3000');
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  it('stand on refusals and unknown paths as well', async () => {
    app = await buildCoreApp([], undefined);
    const api = app;
    for (const url of ['/api/nothing', '/nothing']) {
      const { headers } = await api.inject({ method: 'GET', url });
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
    const unreadable = await api.inject({ method: 'GET', url: '/api/echo/%E0%A4%A' });
    expect(unreadable.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  });

  it('name no origin that may read answers, unless one is configured', async () => {
    const asked = {
      method: 'GET',
      url: '/api/health/live',
      headers: { origin: 'https://evil.test' },
    } as const;
    const closed = await (await buildCoreApp([], undefined)).inject(asked);
    expect(closed.headers).not.toHaveProperty('access-control-allow-origin');
    await app?.close();
    app = await buildCoreApp([], undefined, { corsOrigins: ['https://shop.test'] });
    expect((await app.inject(asked)).headers).not.toHaveProperty('access-control-allow-origin');
    const known = await app.inject({ ...asked, headers: { origin: 'https://shop.test' } });
    expect(known.headers['access-control-allow-origin']).toBe('https://shop.test');
    expect(known.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});
