import { sentenceOf } from '@atelier/application/platform/failure-sentence.ts';
import { misspeltSettings } from '@atelier/application/platform/setting-names.ts';

/**
 * Runs a command; what a person can act on is printed as its one sentence, anything else with its stack. Asked with `--help` or `-h` it prints its help
 * and does nothing.
 */
export async function runMain(main: () => Promise<number>, help?: string): Promise<void> {
  // Writing to a closed terminal fails; what runs must still be stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (help !== undefined && isHelpAsked(process.argv.slice(2))) {
    console.log(help);
    process.exit(0);
  }
  for (const warning of misspeltSettings(process.env)) console.error(warning);
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exitCode = 1;
  }
  await Promise.all([process.stdout, process.stderr].map(written));
  // Whatever still holds the event loop (an idle socket, a detached server) is no reason to stay.
  process.exit();
}

/** Resolves when all text is written: a pipe that another process made non-blocking may still hold some back. */
const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => stream.write('', () => resolve()));

const isHelpAsked = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');
