import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A worker process that is stopped for a while and continues, as on a machine that is suspended. */
export class PausedWorker {
  pauses = 0;
  readonly #process: ChildProcess;
  #goesOn: NodeJS.Timeout | undefined;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /** @param script of this folder: it sends a message once it has started, and begins with the one it gets */
  static async begin(script: string, env: Readonly<Record<string, string>>): Promise<PausedWorker> {
    const started = fork(join(import.meta.dirname, script), {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(started, 'message');
    started.send('begin');
    return new PausedWorker(started);
  }

  /** Stops before this returns; a worker that is stopped already stays so. */
  pause(forMs: number): void {
    if (this.#goesOn !== undefined) return;
    this.#process.kill('SIGSTOP');
    this.pauses += 1;
    this.#goesOn = setTimeout(() => {
      this.#process.kill('SIGCONT');
      this.#goesOn = undefined;
    }, forMs);
  }

  end(): void {
    clearTimeout(this.#goesOn);
    this.#process.kill('SIGKILL');
  }
}
