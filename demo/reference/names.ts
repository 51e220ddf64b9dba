import type { Random } from './random.ts';

/** Names of one language, separated by spaces; `written|latin` where the script is not Latin. */
export interface NameBook {
  readonly family: string;
  readonly given: string;
}

export interface PersonName {
  readonly firstname: string;
  readonly lastname: string;
  /** Both names in plain a–z, for an email address. */
  readonly latin: { readonly first: string; readonly last: string };
}

const pickName = (list: string, random: Random) => {
  const [written = '', latin = written] = random.pick(list.split(' ')).split('|');
  const plain = latin.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return { written, latin: plain.replace(/[^a-z]/gu, '') };
};

export const createName = (book: NameBook, random: Random): PersonName => {
  const family = pickName(book.family, random);
  const given = pickName(book.given, random);
  return {
    firstname: given.written,
    lastname: family.written,
    latin: { first: given.latin, last: family.latin },
  };
};
