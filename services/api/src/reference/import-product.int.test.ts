import { productImportsResponse } from '@atelier/contracts/reference/product-import/schema.ts';
import { dataOf, type Reply } from '../testing/testing-reply.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'admin', 'auditor']);
});
afterAll(() => calls.api.close());

const start = (skus: unknown, who: Parameters<Calls['call']>[0] = 'admin') =>
  calls.call(who, 'POST', '/importProduct', { skus });

const importsIn = (reply: Reply) => dataOf(productImportsResponse.shape.data, reply);

describe('product import over the API (product/reference.md §5)', () => {
  it('begins with the scanned list, each SKU once, and shows it as waiting', async () => {
    const begun = await start([' lu-100 ', 'LU-100', 'LU-200']);
    expect(begun.body).toMatchObject({ status: 200, message: 'data saved to list' });
    const listed = await calls.call('admin', 'GET', '/importProduct');
    expect(importsIn(listed)[0]).toMatchObject({
      state: 'running',
      requested_by: 'admin person',
      total: 2,
      done: 0,
      lines: [
        { sku: 'LU-100', result: null, code: null },
        { sku: 'LU-200', result: null, code: null },
      ],
    });
  });

  it('cannot begin because of a blank scanned item, and says which', async () => {
    const before = importsIn(await calls.call('admin', 'GET', '/importProduct')).length;
    const blank = await start(['LU-100', '  ']);
    expect(blank.body).toMatchObject({
      status: 400,
      code: 'blank_scanned_item',
      message: 'cannot click because of a blank scanned item',
      errors: [{ path: 'skus.1' }],
    });
    expect((await start([])).body.code).toBe('no_items');
    expect((await start(undefined)).status).toBe(400);
    expect((await start(Array.from({ length: 501 }, (_, index) => `X-${index}`))).status).toBe(400);
    expect((await calls.call('admin', 'GET', '/importProduct')).body.data).toHaveLength(before);
  });

  it('is the same command by GET, never cached', async () => {
    const begun = await calls.call('admin', 'GET', '/importProduct?skus=LU-300,LU-400');
    expect(importsIn(begun)[0]).toMatchObject({ total: 2, state: 'running' });
    expect((await calls.call('admin', 'GET', '/importProduct?skus=LU-300,,LU-400')).body.code).toBe(
      'blank_scanned_item',
    );
  });

  it.each(['paris', 'warehouse', 'auditor'] as const)('is not for %s', async (who) => {
    expect((await start(['LU-100'], who)).status).toBe(403);
    expect((await calls.call(who, 'GET', '/importProduct')).status).toBe(403);
  });
});
