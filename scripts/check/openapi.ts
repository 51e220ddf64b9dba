import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readableDocument } from '@atelier/api/openapi/openapi-document.ts';
import { SLICES } from '@atelier/api/slices.ts';
import { buildCoreApp } from '@atelier/api/testing/testing.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { runTool, type Outcome } from './tools.ts';

const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

/** Lints the description of the API as the routes make it, with no database and no network. */
export async function lintApiDocument(): Promise<Outcome> {
  const folder = join(projectRoot, '.tmp');
  const file = join(folder, 'openapi.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, await describeApi());
  return runTool('@redocly/cli/bin/cli.js', ['lint', file, '--max-problems=20'], quiet);
}

/** The document as the server answers it, made from the routes. */
export async function describeApi(): Promise<string> {
  const app = await buildCoreApp(SLICES);
  await app.ready();
  try {
    return JSON.stringify(readableDocument(app.swagger()));
  } finally {
    await app.close();
  }
}
