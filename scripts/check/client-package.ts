import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { describeApi } from './openapi.ts';
import { runTool, type Outcome } from './tools.ts';

const types = join(projectRoot, 'packages/client/src/generated/schema.ts');
/** Beside the compiler that it is made for, which is not the project's own. */
const generator = '../packages/client/node_modules/openapi-typescript/bin/cli.js';

/** Writes the types of the client package again. */
export async function generateClient(): Promise<Outcome> {
  const { ok, output } = await currentTypes();
  if (ok) writeFileSync(types, output);
  return { ok, output };
}

/** Whether the types of the client package are those of the routes. */
export async function checkClient(): Promise<Outcome> {
  const { ok, output } = await currentTypes();
  if (!ok) return { ok, output };
  const isCurrent = existsSync(types) && readFileSync(types, 'utf8') === output;
  return { ok: isCurrent, output: isCurrent ? '' : 'packages/client is not current: npm run client' };
}

/** The types as the generator writes them now, or what went wrong. */
async function currentTypes(): Promise<Outcome> {
  const folder = join(projectRoot, '.tmp');
  const [from, to] = [join(folder, 'client.json'), join(folder, 'client.ts')];
  mkdirSync(folder, { recursive: true });
  writeFileSync(from, JSON.stringify(JSON.parse(await describeApi()), withoutExample));
  const { ok, output } = await runTool(generator, [from, '--output', to]);
  return ok ? { ok, output: readFileSync(to, 'utf8') } : { ok, output };
}

/** Examples are for readers; as comments they would be half of the file. */
function withoutExample(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('schema' in value && 'example' in value)) return value;
  const { example: _example, ...rest } = value;
  return rest;
}
