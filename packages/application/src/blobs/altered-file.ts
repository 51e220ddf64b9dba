/**
 * A kept file is not the one that was recorded: changed, exchanged for another one, or taken away. It is never shown. The message
 * names hashes alone.
 */
export class AlteredFile extends Error {
  readonly code = 'file_altered';
  /** SHA-256 of the file that was recorded, or the name of one that goes after days. */
  readonly expected: string;
  /** SHA-256 of what is there, or why nothing is. */
  readonly found: string;

  constructor(expected: string, found: string) {
    super(`the file ${expected} was recorded, found: ${found}`);
    this.name = 'AlteredFile';
    this.expected = expected;
    this.found = found;
  }
}
