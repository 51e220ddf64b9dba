import type { LiveRowSource } from '@atelier/application/live/live-sources.queries.ts';
import type { Logger } from 'pino';
import type { ChangeReader } from './change-set.ts';
import type { LiveConnection } from './connection.ts';
import { frameOf, type Frame } from './frames.ts';
import type { Journal } from './journal.ts';
import { replayFrames } from './replay.ts';

/** What goes before and after `subscribed`, and where a screen cut in the midst of it resumes from. */
export interface Missed {
  readonly before: readonly Frame[];
  readonly after: readonly Frame[];
  readonly resumeFrom?: number;
}
const NOTHING: Missed = { before: [], after: [] };

export interface MissedRequest {
  readonly connection: LiveConnection;
  readonly topics: ReadonlySet<string>;
  /** The node's history, and the position up to which the screen is to be brought. */
  readonly epoch: string;
  readonly to: number;
}

export interface MissedSources {
  readonly journal: Journal;
  readonly reader: ChangeReader;
  readonly rows: LiveRowSource;
  readonly log: Logger;
}

/** What a screen missed in these topics since its cursor: a replay where the journal reaches back so far, else a resync. */
export async function missedFrames(
  { connection, topics, epoch, to }: MissedRequest,
  { journal, reader, rows, log }: MissedSources,
): Promise<Missed> {
  if (!connection.cameBack) return NOTHING;
  const { resume } = connection;
  // Before `subscribed`, whose position says that nothing up to it is missing.
  const resync = { before: [frameOf({ type: 'resync', topics: [...topics] })], after: [] };
  // Position 0 is what a screen of another history is welcomed with: what it holds is not of this one.
  const isKnown = resume?.epoch === epoch && resume.position > 0;
  if (!isKnown || !journal.reaches(resume.position)) return resync;
  const request = { connection, topics, journal, epoch, from: resume.position, to };
  try {
    const frames = await replayFrames(request, reader, rows);
    return frames.length === 0 ? NOTHING : { before: [], after: frames, resumeFrom: resume.position };
  } catch (error) {
    log.warn(
      { err: error, topics: topics.size, from: resume.position, to },
      'live replay failed, resync sent',
    );
    return resync;
  }
}
