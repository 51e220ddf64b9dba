// A thread of scripts/bootstrap.mjs, which waits for npm without a pause: says every ten seconds that it still works,
// on a terminal over the same line. Plain JavaScript, since nothing is installed yet.
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';

const stderr = 2;
const began = Date.now();

setInterval(() => {
  const line = `still installing, ${Math.round((Date.now() - began) / 1000)} s`;
  try {
    writeSync(stderr, isatty(stderr) ? `\r${line}\r` : `${line}\n`);
  } catch {
    // A terminal that was closed is no reason to stop installing.
  }
}, 10_000);
