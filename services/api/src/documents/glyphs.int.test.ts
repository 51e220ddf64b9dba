import { missingGlyphsResponse } from '@atelier/contracts/documents/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse']);
});
afterAll(() => calls.api.close());

const missing = async (text: string) =>
  dataOf(missingGlyphsResponse.shape.data, await calls.call('paris', 'POST', '/rma/glyphs', { text }))
    .missing;

describe('letters that papers cannot show (product/documents.md §5)', () => {
  it('are named, each once', async () => {
    expect(await missing('ᠮᠣᠩ 👍 ᠮ')).toEqual(['ᠮ', 'ᠣ', 'ᠩ', '👍']);
    expect(await missing('김민준 श्रीकृष्ण Αλέξης')).toEqual([]);
  });

  it('are no matter of the factory, nor of a text that is no name', async () => {
    expect((await calls.call('warehouse', 'POST', '/rma/glyphs', { text: 'a' })).status).toBe(403);
    expect((await calls.call('paris', 'POST', '/rma/glyphs', { text: 'a'.repeat(401) })).status).toBe(400);
  });
});
