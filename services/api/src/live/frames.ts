import type { LiveRemoved, ServerFrame } from '@atelier/domain/live/contract.ts';

/**
 * One or more whole WebSocket frames, headers included: made once and written as it is to any number of screens.
 * Nothing is masked or compressed on the way to a screen (RFC 6455, 5.1), so every screen gets the same bytes.
 */
export type Frame = Buffer;

/** The last fragment, and the only one, of a text message (RFC 6455, 5.2). */
const WHOLE_TEXT = 0x81;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;

/** Any frame but a change, whose rows are serialised apart. */
export function frameOf(frame: Exclude<ServerFrame, { type: 'change' }>): Frame {
  return textFrame(JSON.stringify(frame));
}

/** Several frames as one piece, written at once. */
export function joined(frames: readonly Frame[]): Frame {
  const [first] = frames;
  return first !== undefined && frames.length === 1 ? first : Buffer.concat(frames);
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
  return textFrame(`${head},"rows":[${rows.join(',')}]${gone}${counted}}`);
}

function textFrame(text: string): Frame {
  const length = Buffer.byteLength(text);
  const head = headBytes(length);
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = WHOLE_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = LENGTH_IN_2_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_IN_8_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

function headBytes(length: number): 2 | 4 | 10 {
  if (length < LENGTH_IN_2_BYTES) return 2;
  return length <= 0xff_ff ? 4 : 10;
}
