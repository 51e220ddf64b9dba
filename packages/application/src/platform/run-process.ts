import { defectOf, sentenceOf } from './failure-sentence.ts';
import { tellParent } from './parent-channel.ts';
import { plainError } from './plain-error.ts';
import { misspeltSettings } from './setting-names.ts';

/** A service that runs. */
export interface RunningService {
  readonly stop: () => Promise<void>;
}

const LAST_RESORT_MS = 20_000;

/**
 * The life of a service's process: private files, a start, an orderly end on SIGTERM or Ctrl-C. A start that fails says why
 * in one sentence, to the terminal and to the process that started it, and ends with 1.
 */
export async function runProcess(start: () => Promise<RunningService>): Promise<void> {
  // Only the owner reads what this process makes.
  process.umask(0o077);
  // What started it has said so already.
  if (process.send === undefined)
    for (const warning of misspeltSettings(process.env)) process.stderr.write(`${warning}\n`);
  try {
    const service = await start();
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= end(service));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
    await tellParent({ type: 'ready' });
  } catch (error) {
    await reportEnd(error);
    // What was opened before the failure must not keep the process alive.
    process.exit(1);
  }
}

async function end(service: RunningService): Promise<void> {
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
  await service.stop();
  process.exit(0);
}

async function reportEnd(error: unknown): Promise<void> {
  const sentence = sentenceOf(error);
  process.stderr.write(`${sentence ?? `${defectOf(error)}\n${plainError(error).stack ?? ''}`}\n`);
  await tellParent({
    type: 'end',
    sentence: sentence ?? defectOf(error),
    isDefect: sentence === undefined,
  });
}
