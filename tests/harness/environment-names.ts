import { readdirSync, readFileSync } from 'node:fs';

/** The names in the environment of the process that runs a script; none where there is no such process, or no /proc. */
export function environmentNames(script: string): readonly string[] {
  const pid = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && textOf(`/proc/${name}/cmdline`).includes(script),
  );
  return textOf(`/proc/${pid}/environ`)
    .split('\0')
    .map((line) => line.replace(/=.*$/s, ''));
}

/** A process may end while it is read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
