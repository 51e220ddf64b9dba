import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Takes secrets out of files: where `NAME_FILE` names one, its content without outer blanks becomes `NAME`. What a
 * process has in its environment is visible to every account that may list processes, and to every program it starts.
 * @param fault makes the error out of a sentence that says what to do; no sentence quotes a secret
 * @throws what `fault` makes, when both are set, or when the file cannot be read or is empty
 */
export function withSecretsFromFiles(
  env: Environment,
  names: readonly string[],
  fault: (sentence: string) => Error,
): Record<string, string | undefined> {
  const found = names.flatMap((name) => {
    const file = env[`${name}_FILE`] ?? '';
    return file === '' ? [] : [[name, secretIn(env, name, file, fault)] as const];
  });
  return { ...env, ...Object.fromEntries(found) };
}

function secretIn(env: Environment, name: string, file: string, fault: (sentence: string) => Error): string {
  if ((env[name] ?? '') !== '') throw fault(`${name} and ${name}_FILE are both set: keep one of them.`);
  const content = contentOf(file)?.trim() ?? '';
  if (content === '')
    throw fault(
      `${name}_FILE names ${file}, which holds nothing that can be read: write the value into it, or correct the name.`,
    );
  return content;
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
