import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXCEL_TYPES } from '@atelier/domain/exports/contract.ts';
import { EXPORT_PERSONAL_DATA } from '@atelier/domain/exports/events.ts';
import { columnsOf } from '@atelier/contracts/exports/sheet.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { IDENTITY_PERSONAL_DATA } from '@atelier/domain/identity/personal-data.ts';
import { STATION_PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { PERSONAL_DATA } from '@atelier/domain/personal-data.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import {
  MAX_FILE_BYTES,
  MAX_RECORD_CHARACTERS,
  MAX_ROWS,
} from '@atelier/domain/reference/import/read-file.ts';
import { HOLD_PERMISSIONS } from '@atelier/domain/repair/holds/hold-rights.ts';
import { STATUSES } from '@atelier/domain/shared/status.ts';
import { REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';
import { WORKFORCE_PERSONAL_DATA } from '@atelier/domain/workforce/personal-data.ts';
import { SETTINGS } from '@atelier/domain/system/settings.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const source = join(import.meta.dirname, '..', '..', 'packages', 'domain', 'src');
const record = join(import.meta.dirname, 'wire.txt');

/** What is recorded under each name: a schema says what it takes, a constant its value. */
function recorded(): ReadonlyMap<string, string> {
  const lines = existsSync(record) ? readFileSync(record, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line]));
}

/** The same of the contracts as they stand. */
async function current(): Promise<Map<string, string>> {
  const lines = new Map<string, string>();
  for (const path of globSync('**/{*-,}{contract,schema}.ts', { cwd: source }).toSorted()) {
    const exported: Record<string, unknown> = await import(join(source, path));
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== 'function') lines.set(name, described(dataOf(value)));
    }
  }
  dropWrapped(lines);
  for (const [name, value] of Object.entries(files())) lines.set(name, described(value));
  return new Map([...lines].map(([name, text]) => [name, `${name} ${text}`]));
}

/** What an answer carries: the envelope around it is the same everywhere. */
function dataOf(value: unknown): unknown {
  return value instanceof z.ZodObject && 'data' in value.shape ? value.shape['data'] : value;
}

/** An answer that carries what stands under its own name already says nothing new. */
function dropWrapped(lines: Map<string, string>): void {
  const said = new Set([...lines].flatMap(([name, text]) => (name.endsWith('Answer') ? [] : [text])));
  for (const [name, text] of lines) if (name.endsWith('Answer') && said.has(text)) lines.delete(name);
}

/** What administrators set and import, who may do what, what is personal, and the columns of the files handed out. */
function files(): Record<string, unknown> {
  const sheets = EXCEL_TYPES.flatMap((type) =>
    (['shop', 'operation', 'worker'] as const).map((audience) => ({
      type,
      audience,
      columns: columnsOf(type, audience).map(({ name, width }) => [name, width]),
    })),
  );
  const read = { MAX_FILE_BYTES, MAX_ROWS, MAX_RECORD_CHARACTERS };
  const personal = { PERSONAL_DATA, IDENTITY_PERSONAL_DATA, WORKFORCE_PERSONAL_DATA, EXPORT_PERSONAL_DATA };
  const rights = { STANDARD_ROLES, STATION_PERMISSIONS, HOLD_PERMISSIONS, STATUSES };
  return { SETTINGS, DEFAULT_POLICY, REFERENCE_SETS, SHEETS: sheets, ...personal, ...rights, ...read };
}

const sayNothing = new Set<unknown>(['$schema', Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

const inAnyOrder = new Set(['enum', 'required']);
const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

function described(value: unknown): string {
  return JSON.stringify(value, (key, raw: unknown) => {
    const it = raw instanceof z.ZodType ? z.toJSONSchema(raw, { io: 'input', unrepresentable: 'any' }) : raw;
    if (it instanceof RegExp) return String(it);
    if (sayNothing.has(key) || sayNothing.has(it)) return undefined;
    return inAnyOrder.has(key) && Array.isArray(it) ? it.toSorted(byText) : it;
  });
}

describe('the wire contract', () => {
  /**
   * A change that is meant is recorded with `npm run test:unit -- tests/wire -u` and seen in the diff. What is new, or
   * has another name, is recorded once the file is deleted and made again.
   */
  it('takes the fields, limits and words that are recorded', async () => {
    const [known, now] = [recorded(), await current()];
    const names = known.size === 0 ? now.keys() : known.keys();
    const lines = [...names].toSorted().map((name) => now.get(name) ?? known.get(name));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(record);
  });
});
