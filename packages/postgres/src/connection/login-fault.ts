/** A percent sign that begins no two hexadecimal digits. */
const BARE_PERCENT = /%(?![0-9a-f]{2})/i;
const PARTS = /^[a-z][a-z\d+.-]*:\/\/(?:([^@/?#]*)@)?([^?]*)\??(.*)$/is;

/**
 * What is wrong with the login of an address, in words that go after the setting's name; undefined when nothing is. A user or
 * password with `@ / # ? %` as they are ends the login early: the rest of it would be read, and printed, as host or path.
 */
export function loginFault(address: string): string | undefined {
  const [, login = '', place = '', query = ''] = PARTS.exec(address.trim()) ?? [];
  // An address has one @, after its login, and no #; in its query an @ may stand in a value.
  const isCut = /[@#]/.test(place) || /^[^=&]*@/.test(query) || (!place.includes('/') && query.includes('@'));
  if (!isCut && !BARE_PERCENT.test(login)) return undefined;
  return 'has a character in its user or password that must be percent-encoded: @ as %40, / as %2F, # as %23, ? as %3F, % as %25';
}
