import { z } from 'zod';

// What a reader of the lines counts and compares. Their shape is checked against OCSF's schema (testing-ocsf-schema.ts).

const event = z.looseObject({
  time: z.int().positive(),
  metadata: z.looseObject({ uid: z.string(), event_code: z.string(), logged_time: z.int().positive() }),
});
/** Clocks of machines differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

/** What a reader finds: how many of each event of the log, and everything that does not follow. */
export interface OcsfReading {
  readonly counts: ReadonlyMap<string, number>;
  readonly uids: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** The lines as objects. */
export const linesOf = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.looseObject({}).parse(JSON.parse(line)));

export function readOcsf(text: string): OcsfReading {
  const events = linesOf(text).map((line) => event.parse(line));
  const groups = Map.groupBy(events, ({ metadata }) => metadata.event_code);
  const early = events.filter(({ time, metadata }) => time > metadata.logged_time + CLOCKS_DIFFER_MS);
  return {
    counts: new Map([...groups].map(([code, all]) => [code, all.length])),
    uids: new Set(events.map(({ metadata }) => metadata.uid)),
    faults: early.map(({ metadata }) => `${metadata.event_code} was recorded before it happened`),
  };
}
