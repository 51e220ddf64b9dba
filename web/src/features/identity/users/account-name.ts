const HAN = /\p{Script=Han}/u;

/** Both names of an account, each once: `name` may hold the family name already. Chinese and Japanese put it first. */
export function accountName({ name, last_name }: { name: string; last_name: string }): string {
  if (last_name === '' || name.toLowerCase().includes(last_name.toLowerCase())) return name;
  return HAN.test(last_name) ? `${last_name}${name}` : `${name} ${last_name}`;
}
