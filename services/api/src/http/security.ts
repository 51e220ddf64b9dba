import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';

const YEAR_SECONDS = 31_536_000;

/** The camera reads codes and takes pictures; nothing else of a device is ever asked for, by us or by what slipped in. */
const PERMISSIONS_POLICY = [
  'camera=(self)',
  ...[
    'microphone',
    'geolocation',
    'payment',
    'usb',
    'serial',
    'hid',
    'bluetooth',
    'midi',
    'display-capture',
  ].map((name) => `${name}=()`),
].join(', ');

/** Headers that keep a page from running or framing what is not ours: no inline script anywhere. */
export function secureHeaders(app: FastifyInstance, config: Config): void {
  const overTls = config.publicUrl.startsWith('https:');
  // Made once: the plugin for Fastify puts the policy together again for every request.
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(config, overTls) },
    strictTransportSecurity: overTls ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined));
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    // Answers hold personal data: no cache on the way may keep them, unless a route says so itself.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    reply.header('x-robots-tag', 'noindex');
  });
}

/** Same origin needs no CORS; other origins only when configured, and never with cookies (tokens are bearer). */
export async function crossOrigin(app: FastifyInstance, config: Config): Promise<void> {
  if (config.corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...config.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'logintype', 'x-device'],
    exposedHeaders: ['etag', 'retry-after', 'ratelimit', 'ratelimit-policy', 'x-not-yet-shown'],
    maxAge: 600,
  });
}

function contentPolicy(config: Config, overTls: boolean): Record<string, string[]> {
  const sockets = config.publicUrl.replace(/^http/, 'ws');
  return {
    'default-src': ["'self'"],
    // WebAssembly opens HEIC photographs and reads codes from the camera; it is no eval of script.
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'script-src-attr': ["'none'"],
    // Nothing writes a sheet into the page at run time: `web/src/app/prime.tsx` says how PrimeReact is kept from it.
    'style-src': ["'self'"],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", new URL(sockets).origin === 'null' ? sockets : new URL(sockets).origin],
    // A PDF is printed out of a frame that holds nothing but the file just fetched.
    'frame-src': ["'self'", 'blob:'],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(overTls ? { 'upgrade-insecure-requests': [] } : {}),
  };
}
