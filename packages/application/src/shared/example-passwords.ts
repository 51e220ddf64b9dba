/** Passwords of docker/demo.env, for trying it out: everybody can read them. */
const EXAMPLES = ['atelier-owner', 'atelier-service', 'atelier-redis', 'atelier-vault'];

/**
 * Says which of the settings carry a password of the examples; undefined where none does. Asked by every process that runs
 * without the demo.
 * @param settings addresses and passwords by the name of their variable
 */
export function examplePasswordFault(
  settings: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const names = Object.entries(settings).flatMap(([name, value]) =>
    value !== undefined && EXAMPLES.some((word) => value === word || value.includes(`:${word}@`))
      ? [name]
      : [],
  );
  if (names.length === 0) return undefined;
  return `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} a password of docker/demo.env, which everybody can read: set your own, or start with DEMO=1.`;
}
