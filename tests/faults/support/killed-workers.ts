import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** One worker at work, and the next one ready to take over when it is killed. */
export class KilledWorkers {
  readonly kills = new Map<string, number>();
  /** Steady milliseconds. */
  readonly killedAt: number[] = [];
  readonly #child: string;
  readonly #env: Readonly<Record<string, string>>;
  #working: ChildProcess | undefined;
  #next: Promise<ChildProcess>;
  #ended = false;
  #allowed = 0;
  #killing = false;

  /** @param script of this folder: it sends a word when it is there, and begins at one */
  constructor(script: string, env: Readonly<Record<string, string>>) {
    this.#child = join(import.meta.dirname, script);
    this.#env = env;
    this.#next = this.#prepare();
  }

  begin(): void {
    void this.#takeOver();
  }

  allow(kills: number): void {
    this.#allowed = kills;
  }

  killIn(ms: number, moment: string): void {
    if (this.#killing || this.#working === undefined || this.#allowed === 0) return;
    this.#killing = true;
    this.#allowed -= 1;
    setTimeout(() => {
      this.kills.set(moment, (this.kills.get(moment) ?? 0) + 1);
      this.killedAt.push(performance.now());
      this.#working?.kill('SIGKILL');
      this.#working = undefined;
      void this.#takeOver();
    }, ms);
  }

  end(): void {
    this.#ended = true;
    this.#working?.kill('SIGKILL');
    void this.#next.then((next) => next.kill('SIGKILL'));
  }

  async #takeOver(): Promise<void> {
    const next = await this.#next;
    if (this.#ended) return;
    this.#working = next;
    this.#killing = false;
    next.send('begin');
    this.#next = this.#prepare();
  }

  #prepare(): Promise<ChildProcess> {
    return new Promise((resolve, reject) => {
      const process = fork(this.#child, {
        env: { ...globalThis.process.env, ...this.#env },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      process.once('message', () => resolve(process));
      process.once('error', reject);
    });
  }
}
