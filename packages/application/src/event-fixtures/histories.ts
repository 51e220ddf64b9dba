import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface GoldenEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: object;
}

/** One stream as it was once written, personal fields in the clear. */
export interface GoldenHistory {
  readonly stream: string;
  readonly events: readonly GoldenEvent[];
}

/** One history per line; lines are added, never changed. */
export const goldenFile = fileURLToPath(new URL('histories.jsonl', import.meta.url));

export function readGoldenHistories(): readonly GoldenHistory[] {
  const lines = readFileSync(goldenFile, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): GoldenHistory => JSON.parse(line));
}

export function keyOf({ type, schemaVersion }: GoldenEvent): string {
  return `${type} v${schemaVersion}`;
}
