const HAN = /^\p{Script=Han}/u;

/** The initials of a name as a shop's wall may show them: `C. L.`; the surname alone of a Chinese name; '' without a name. */
export function initialsOf(fullname: string): string {
  const words = fullname.trim().split(/\s+/u).filter(Boolean);
  const [first = ''] = words;
  if (HAN.test(first)) return signOf(first);
  return words
    .slice(0, 3)
    .map((word) => `${signOf(word).toLocaleUpperCase()}.`)
    .join(' ');
}

/** The first sign of a word, whole where it takes two code units. */
const signOf = (word: string): string => /^./u.exec(word)?.[0] ?? '';
