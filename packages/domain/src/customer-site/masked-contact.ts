const HIDDEN = '•••';

/** `anna@person.test` → `a•••@p•••.test`: enough to know one's own again, too little to write to. */
export function maskEmail(email: string): string {
  const [, name = '', host = '', ending = ''] = /^(.)[^@]*@(.).*?(\.[^.@]*)?$/u.exec(email) ?? [];
  return name === '' ? '' : `${name}${HIDDEN}@${host}${HIDDEN}${ending}`;
}

/** `0612 345 678` → `•••5678`: the digits that the caller has just given. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits === '' ? '' : `${HIDDEN}${digits.slice(-4)}`;
}
