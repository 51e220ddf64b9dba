/** The events asked for were taken out of the log into a file: they can be read when it is put back. */
export class ArchivedHistory extends Error {
  readonly code = 'archived_history';
  /** Name of the archive that holds them. */
  readonly archive: string;

  constructor(what: string, archive: string) {
    super(`${what} lie in archive ${archive}`);
    this.name = 'ArchivedHistory';
    this.archive = archive;
  }
}
