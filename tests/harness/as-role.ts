/** The same database, the session beginning with another role. The address may name several servers. */
export function asRole(connectionString: string, role: string): string {
  const [place = '', query] = connectionString.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('options', `-c role=${role}`);
  return `${place}?${parameters.toString().replaceAll('+', '%20')}`;
}
