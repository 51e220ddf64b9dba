import { describeError } from '@atelier/postgres/fault.ts';
import { LogAway, LogForked, NoCheckpoint, NotALog, NotTaken, UnknownKey } from './log-faults.ts';
import type { WitnessStore } from './witness-store.ts';

export type Level = 'info' | 'warn' | 'error';
export type Say = (level: Level, fields: object, msg: string) => void;

/** What is the matter, and what comes of it. */
const SENTENCES = {
  away: 'log not reachable, its return is said too',
  no_checkpoint:
    'no checkpoint there yet, waiting: a log is sealed within a minute of its first event; if it has events, --log names another address',
  unknown_key:
    'log signs with another key than --key names, nothing is signed until one of them is put right',
  not_a_log: 'log answers something else than a log, nothing is signed until it does',
  not_taken:
    'checkpoint signed, and the log takes no signature of this witness: put its key into WITNESS_KEYS of the log',
  forked: 'ALARM: the log was rolled back or rewritten, nothing is signed',
  failed: 'the witness itself failed, looking again',
} as const;
type About = keyof typeof SENTENCES;

/**
 * Says once when something begins to be wrong with the log and once when it is over, however often it is looked at: a log that is away, one that signs with
 * another key, something that is no log, a fork. Of a fork it keeps what shows it.
 */
export class LogReport {
  readonly #say: Say;
  readonly #store: WitnessStore;
  #last: { readonly about: About; readonly said: string; readonly since: number } | undefined;

  constructor(say: Say, store: WitnessStore) {
    this.#say = say;
    this.#store = store;
  }

  /** The log was read, and what it shows continues what was signed. */
  worked(): void {
    if (this.#last === undefined) return;
    const { about, since } = this.#last;
    const lastedMs = Math.round(performance.now() - since);
    this.#say('info', { after: about, lastedMs }, 'log is as it must be again, signing on');
    this.#last = undefined;
  }

  /** Answers the exit code for who looks once: 2 for a fork. */
  failed(error: unknown, now: Date): number {
    const about = aboutOf(error);
    const evidence = error instanceof LogForked ? this.#store.keepEvidence(error, now) : undefined;
    const err = describeError(error);
    // The same outage fails in several ways, and the same fork grows: another file is another fork.
    const said = about === 'away' ? '' : (evidence ?? err);
    if (this.#last?.about !== about || this.#last.said !== said) {
      this.#last = { about, said, since: performance.now() };
      const level = about === 'away' || about === 'no_checkpoint' ? 'warn' : 'error';
      this.#say(level, { err, ...(evidence !== undefined && { evidence }) }, SENTENCES[about]);
    }
    return about === 'forked' ? 2 : 1;
  }
}

function aboutOf(error: unknown): About {
  if (error instanceof LogAway) return 'away';
  if (error instanceof NoCheckpoint) return 'no_checkpoint';
  if (error instanceof LogForked) return 'forked';
  if (error instanceof UnknownKey) return 'unknown_key';
  if (error instanceof NotTaken) return 'not_taken';
  return error instanceof NotALog ? 'not_a_log' : 'failed';
}
