/** The first line that names a trouble: what follows it only tells of the clearing up. */
export function reasonIn(text: string): string {
  const lines = text.trim().split('\n');
  const trouble = lines.find((line) => /error:|FATAL|PANIC|No space left/i.test(line)) ?? lines.at(-1);
  return trouble?.replace(/^.*?(error|FATAL|PANIC):\s*/i, '') ?? 'no message';
}
