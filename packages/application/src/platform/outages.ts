import { withTimeout } from '@atelier/postgres/with-timeout.ts';
import { describeError } from '@atelier/postgres/fault.ts';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { tellParent } from './parent-channel.ts';

/** Something outside this process that it needs. */
export interface Dependency {
  /** For people, without secrets: `Redis 127.0.0.1:6379`. */
  readonly name: string;
  /** What works while it is away and what waits: the end of a sentence. */
  readonly meanwhile: string;
}

/** One that can be asked whether it is there. */
export interface ProbedDependency extends Dependency {
  /** Resolves when it can be used. */
  readonly probe: () => Promise<unknown>;
  /** Called once after each outage. Must not throw. */
  readonly onReturn?: () => Promise<unknown>;
}

/** One that shows itself only where it is used: each use says how it went. */
export interface UsedDependency {
  readonly failed: (error: unknown) => void;
  readonly worked: () => void;
}

/** Where no outage is reported, as in tests of what uses it. */
export const UNREPORTED: UsedDependency = { failed: () => undefined, worked: () => undefined };

const PROBE_EVERY_MS = 1_000;
const PROBE_WITHIN_MS = 5_000;

/**
 * What is away, reported once when it goes and once when it is back, in the log and to the process that started this one.
 * In between nothing is logged of it, whatever fails for want of it and however often.
 */
export class Outages {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #probed: ProbedDependency[] = [];
  /** Since when, in milliseconds of a steady clock, by name. */
  readonly #away = new Map<string, number>();
  readonly #stopping = new AbortController();
  /** Lines about lost connections that wait for the check to tell whether something is away. */
  readonly #held: (() => void)[] = [];
  /** Those that the running check tells about. */
  readonly #asked: (() => void)[] = [];
  #checking: Promise<void> | undefined;

  constructor(log: Pick<Logger, 'warn'> = { warn: () => undefined }) {
    this.#log = log;
  }

  /** Several may bear one name: it is back when all of them are. */
  watch(dependency: ProbedDependency): void {
    this.#probed.push(dependency);
    // It may have been found away before it was watched.
    const { name } = dependency;
    if (this.#away.has(name) && this.#named(name).length === 1) void this.#awaitReturn(name);
  }

  isAway(name: string): boolean {
    return this.#away.has(name);
  }

  use(dependency: Dependency): UsedDependency {
    return {
      failed: (error) => this.#begin(dependency, error),
      worked: () => this.#end(dependency.name),
    };
  }

  /** Something failed for want of a connection. `write` logs it: called when nothing that is watched turns out to be away. */
  suspect(write: () => void = () => undefined): void {
    if (this.#probed.length === 0) return write();
    this.#held.push(write);
    void this.check();
  }

  /** Asks everything that is watched. Many calls make one; what fails while it runs may have failed after it asked, and is asked for again. */
  check(): Promise<void> {
    this.#checking ??= this.#checkAll().finally(() => {
      this.#checking = undefined;
      if (this.#held.length > 0) void this.check();
    });
    return this.#checking;
  }

  /** Before the process ends: lines that still wait for a check are written. */
  flush(): void {
    for (const write of [...this.#asked.splice(0), ...this.#held.splice(0)]) write();
  }

  stop(): void {
    this.#stopping.abort();
    this.#probed.length = 0;
  }

  async #checkAll(): Promise<void> {
    this.#asked.push(...this.#held.splice(0));
    await Promise.all(this.#probed.map((dependency) => this.#checkOne(dependency)));
    const asked = this.#asked.splice(0);
    if (!this.#probed.some(({ name }) => this.#away.has(name))) for (const write of asked) write();
    // What fails many times a second is checked once a second.
    else await this.#pause();
  }

  async #checkOne(dependency: ProbedDependency): Promise<void> {
    if (this.#away.has(dependency.name)) return;
    const failure = await failureOf(dependency);
    if (failure === undefined || this.#away.has(dependency.name) || this.#stopping.signal.aborted) return;
    this.#begin(dependency, failure);
    void this.#awaitReturn(dependency.name);
  }

  async #awaitReturn(name: string): Promise<void> {
    const areBack = async (): Promise<boolean> =>
      (await Promise.all(this.#named(name).map(failureOf))).every((failure) => failure === undefined);
    do await this.#pause();
    while (!this.#stopping.signal.aborted && !(await areBack()));
    if (this.#stopping.signal.aborted) return;
    this.#end(name);
    await Promise.all(this.#named(name).map(async ({ onReturn }) => onReturn?.()));
  }

  #named(name: string): readonly ProbedDependency[] {
    return this.#probed.filter((each) => each.name === name);
  }

  #begin({ name, meanwhile }: Dependency, error: unknown): void {
    if (this.#away.has(name)) return;
    this.#away.set(name, performance.now());
    const err = rootOf(error);
    this.#log.warn({ err, dependency: name }, 'dependency away, its return is logged too');
    const reason = describeError(err).replace(/\.$/, '');
    const sentence = `${name} cannot be used (${reason}): ${meanwhile}.`;
    void tellParent({ type: 'notice', about: name, sentence, isOver: false });
  }

  #end(name: string): void {
    const since = this.#away.get(name);
    if (since === undefined) return;
    this.#away.delete(name);
    const awayMs = Math.round(performance.now() - since);
    this.#log.warn({ dependency: name, awayMs }, 'dependency back, what waited for it goes on');
    const sentence = `${name} is back after ${Math.ceil(awayMs / 1_000)} s.`;
    void tellParent({ type: 'notice', about: name, sentence, isOver: true });
  }

  async #pause(): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(PROBE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Why a dependency cannot be used now; undefined when it can. One that hangs counts as away. */
async function failureOf({ probe }: ProbedDependency): Promise<unknown> {
  const late = (): Error => new Error(`no answer within ${PROBE_WITHIN_MS / 1_000} s`);
  return withTimeout((async () => probe())(), PROBE_WITHIN_MS, late).then(
    () => undefined,
    (error: unknown) => error ?? new Error('no reason given'),
  );
}

/** The failure that others were made of. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}
