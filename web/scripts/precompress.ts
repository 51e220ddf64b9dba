import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const WORTH = /\.(js|css|html|svg|json)$/;
/** Below this a packet holds it anyway. */
const LEAST_BYTES = 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes `.br` and `.gz` beside every text file of the build, once, instead of packing each answer again. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: ({ dir }) => {
      for (const file of readdirSync(dir ?? 'dist', { recursive: true, encoding: 'utf8' })) {
        if (WORTH.test(file) && !file.startsWith('.vite')) pack(join(dir ?? 'dist', file));
      }
    },
  };
}

function pack(path: string): void {
  const bytes = readFileSync(path);
  if (bytes.length < LEAST_BYTES) return;
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, BROTLI));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
