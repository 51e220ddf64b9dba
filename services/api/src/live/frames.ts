import type { LiveRemoved, ServerFrame } from '@atelier/domain/live/contract.ts';

/** A frame ready to be sent to any number of screens. */
export type Frame = Buffer;

/** Any frame but a change, whose rows are serialised apart. */
export function frameOf(frame: Exclude<ServerFrame, { type: 'change' }>): Frame {
  return Buffer.from(JSON.stringify(frame));
}

export interface ChangeParts {
  readonly topic: string;
  readonly epoch: string;
  readonly position: number;
  /** Rows as JSON already, so that a row is serialised once for all its topics. */
  readonly rows: readonly string[];
  readonly removed?: readonly LiveRemoved[];
  readonly counters?: Record<string, unknown>;
}

/** A change frame from rows that are serialised already. */
export function changeFrame(parts: ChangeParts): Frame {
  const { topic, epoch, position, rows, removed = [], counters } = parts;
  const head = `{"type":"change","topic":${JSON.stringify(topic)},"epoch":${JSON.stringify(epoch)},"position":${position}`;
  const gone = removed.length === 0 ? '' : `,"removed":${JSON.stringify(removed)}`;
  const counted = counters === undefined ? '' : `,"counters":${JSON.stringify(counters)}`;
  return Buffer.from(`${head},"rows":[${rows.join(',')}]${gone}${counted}}`);
}
