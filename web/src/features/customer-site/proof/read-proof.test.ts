// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { readProof } from './read-proof.ts';

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, code: string): void {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ status, code, data: null }, { status })));
}
const read = () => readProof('token', new AbortController().signal);

it.each([
  ['not_found', 'unknown'],
  ['archived_history', 'archived'],
])('a page without a proof says why: %s', async (code, expected) => {
  answering(404, code);
  expect(await read()).toBe(expected);
});

it('a server that fails is not an unknown paper', async () => {
  answering(500, 'internal');
  await expect(read()).rejects.toMatchObject({ code: 'internal' });
});
