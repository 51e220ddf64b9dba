import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('quotes what a comma would split, and writes no formula', async () => {
  const columns = [
    { key: 'name', header: 'Shop, city', value: ({ name }: { name: string }) => name },
    { key: 'n', header: 'n', value: () => -4 },
  ];
  const bytes = new Uint8Array(
    await csvOf(columns, [{ name: '=1+1' }, { name: 'He said "no"' }]).arrayBuffer(),
  );
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(`"Shop, city",n\r\n'=1+1,-4\r\n"He said ""no""",-4\r\n`);
});
