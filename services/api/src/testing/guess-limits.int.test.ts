import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUESS_LIMITS } from '../http/guess-limits.ts';
import { bearer, openApiWorld, signInAs, type ApiWorld } from './testing-api.ts';

let api: ApiWorld;
let app: FastifyInstance;
let paris: string;
let tokyo: string;

beforeAll(async () => {
  api = await openApiWorld();
  ({ app } = await api.node());
  [paris, tokyo] = [await signInAs(app, 'paris'), await signInAs(app, 'tokyo')];
});
afterAll(() => api.close());

describe('trying numbers of other shops', () => {
  it('ends for one account after so many an hour, over its sessions and addresses', async () => {
    const again = await signInAs(app, 'paris');
    const ask = async (token: string, number: number) => {
      const url = `/api/verify_invoice?invoice_no=INV-${number}`;
      const remoteAddress = `198.51.100.${number % 200}`;
      return (await app.inject({ url, headers: bearer(token), remoteAddress })).statusCode;
    };
    for (let number = 0; number < GUESS_LIMITS.invoices.max; number += 1) {
      expect(await ask(number % 2 === 0 ? paris : again, number)).not.toBe(429);
    }
    expect([await ask(paris, 1), await ask(again, 2), await ask(tokyo, 3)]).toEqual([429, 429, 400]);
  });
});
