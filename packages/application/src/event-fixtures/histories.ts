import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface FixtureEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: object;
}

/** One stream as it was once written, personal fields in the clear. */
export interface FixtureHistory {
  readonly stream: string;
  readonly events: readonly FixtureEvent[];
}

/** One history per line; lines are added, never changed. */
export const fixtureFile = fileURLToPath(new URL('histories.jsonl', import.meta.url));

export function readFixtureHistories(): readonly FixtureHistory[] {
  const lines = readFileSync(fixtureFile, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): FixtureHistory => JSON.parse(line));
}

export function keyOf({ type, schemaVersion }: FixtureEvent): string {
  return `${type} v${schemaVersion}`;
}
