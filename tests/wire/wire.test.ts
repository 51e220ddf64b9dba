import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const source = join(import.meta.dirname, '..', '..', 'packages', 'domain', 'src');
const record = join(import.meta.dirname, 'wire.txt');

/** What is recorded under each name: a schema says what it takes, a constant its value. */
function recorded(): ReadonlyMap<string, string> {
  const lines = existsSync(record) ? readFileSync(record, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line]));
}

/** The same of the contracts as they stand. Answers wrap what stands under its own name. */
async function current(): Promise<Map<string, string>> {
  const lines = new Map<string, string>();
  for (const path of globSync('**/{*-,}{contract,schema}.ts', { cwd: source }).toSorted()) {
    const exported: Record<string, unknown> = await import(join(source, path));
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== 'function' && !name.endsWith('Answer'))
        lines.set(name, `${name} ${described(value)}`);
    }
  }
  return lines;
}

const sayNothing = new Set<unknown>(['$schema', Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

const inAnyOrder = new Set(['enum', 'required']);
const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

function described(value: unknown): string {
  const plain =
    value instanceof z.ZodType ? z.toJSONSchema(value, { io: 'input', unrepresentable: 'any' }) : value;
  return JSON.stringify(plain, (key, it: unknown) => {
    if (sayNothing.has(key) || sayNothing.has(it)) return undefined;
    return inAnyOrder.has(key) && Array.isArray(it) ? it.toSorted(byText) : it;
  });
}

describe('the wire contract', () => {
  /**
   * A change that is meant is recorded with `npm run test:unit -- tests/wire -u` and seen in the diff. What is new, or
   * has another name, is recorded once the file is deleted and made anew.
   */
  it('takes the fields, limits and words that are recorded', async () => {
    const [known, now] = [recorded(), await current()];
    const names = known.size === 0 ? now.keys() : known.keys();
    const lines = [...names].toSorted().map((name) => now.get(name) ?? known.get(name));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(record);
  });
});
