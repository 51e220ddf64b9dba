/** The same database, the session beginning with another role. */
export function asRole(connectionString: string, role: string): string {
  const url = new URL(connectionString);
  url.searchParams.set('options', `-c role=${role}`);
  return url.toString();
}
