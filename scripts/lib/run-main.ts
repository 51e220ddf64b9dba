import { sentenceOf } from './sentence.ts';

/** Runs a command; what a person can act on is printed as its one sentence, anything else with its stack. */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exitCode = 1;
  }
  // Whatever still holds the event loop (an idle socket, a detached server) is no reason to stay.
  process.exit();
}
