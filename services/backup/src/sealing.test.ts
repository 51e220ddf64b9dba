import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { BrokenSeal, seal, unseal, type Bytes } from './sealing.ts';

const key = createSecretKey(Buffer.alloc(32, 5));
const MIB = 1024 * 1024;

async function* pieces(bytes: Buffer, size: number): Bytes {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function collect(bytes: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const sealed = (bytes: Buffer, name = 'a', size = 100_000) => collect(seal(key, name, pieces(bytes, size)));
const opened = (bytes: Buffer, name = 'a', of = key) => collect(unseal(of, name, pieces(bytes, 70_001)));

test('opens what was sealed, of any length, and hides it', async () => {
  for (const length of [0, 1, MIB - 1, MIB, MIB + 1, 5 * MIB + 77]) {
    const bytes = randomBytes(length);
    expect((await opened(await sealed(bytes))).equals(bytes)).toBe(true);
  }
  const text = Buffer.from('Camille Durand '.repeat(50));
  expect((await sealed(text)).includes('Camille')).toBe(false);
});

test('refuses one changed byte wherever it is, a cut end, chunks in another order, another name and another key', async () => {
  const whole = await sealed(randomBytes(3 * MIB));
  const header = 48;
  const chunk = MIB + 16;
  const changed = [0, 20, header, header + chunk - 1, header + chunk, whole.length - 1].map((at) => {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  });
  const swapped = Buffer.concat([
    whole.subarray(0, header),
    whole.subarray(header + chunk, header + 2 * chunk),
    whole.subarray(header, header + chunk),
    whole.subarray(header + 2 * chunk),
  ]);
  const cut = [0, 10, header, header + chunk, header + 2 * chunk, whole.length - 1].map((end) =>
    whole.subarray(0, end),
  );
  for (const broken of [...changed, ...cut, swapped])
    await expect(opened(broken)).rejects.toThrow(BrokenSeal);
  await expect(opened(whole, 'b')).rejects.toThrow(BrokenSeal);
  await expect(opened(whole, 'a', createSecretKey(Buffer.alloc(32, 6)))).rejects.toThrow(BrokenSeal);
});

test('fails as its source fails', async () => {
  const broken = async function* (): Bytes {
    yield Buffer.alloc(10);
    throw new Error('the disk is gone');
  };
  await expect(collect(seal(key, 'a', broken()))).rejects.toThrow('the disk is gone');
});
