import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Fault } from '@atelier/host/fault.ts';

/** The text that a file has for this run, and the tests to run. Paths from the project's root. */
export interface Task {
  readonly path: string;
  readonly text: string;
  readonly tests: readonly string[];
}

/** Whether a test failed, and the file of the first that did. */
export interface Answer {
  readonly failed: boolean;
  readonly by: string | null;
}

/** A change can make a loop endless: after this long its process is ended, and the change counts as noticed. */
const longestMs = 120_000;

/** Runs the tasks in `count` processes and gives each answer under its task's index. */
export async function runTasks(
  tasks: readonly Task[],
  count: number,
  onAnswer: (index: number, answer: Answer) => void,
): Promise<void> {
  const queue = [...tasks.entries()].values();
  await Promise.all(Array.from({ length: count }, () => workThrough(queue, onAnswer)));
}

/** Takes tasks off the common queue until it is empty; a process that had to be ended is followed by another. */
async function workThrough(
  queue: IterableIterator<[number, Task]>,
  onAnswer: (index: number, answer: Answer) => void,
): Promise<void> {
  let child: ChildProcess | undefined;
  for (const [index, task] of queue) {
    child ??= fork(join(import.meta.dirname, 'run-tests.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const answer = await answerOf(child, task);
    if (answer === 'too long') child = void child.kill('SIGKILL');
    onAnswer(index, answer === 'too long' ? { failed: true, by: null } : answer);
  }
  child?.disconnect();
}

function answerOf(child: ChildProcess, task: Task): Promise<Answer | 'too long'> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | 'too long'>();
  const timer = setTimeout(() => resolve('too long'), longestMs);
  const ended = (): void => reject(new Fault('A process that runs tests ended before it gave an answer.'));
  child.once('message', resolve).once('exit', ended);
  child.send(task);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', ended);
  });
}
