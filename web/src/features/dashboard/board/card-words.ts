/** The name of a piece without its metal, where the catalogue writes it at the end: the card says it on its own line. */
export function nameWithoutMetal(name: string, metal: string): string {
  if (metal === '' || !name.toLowerCase().endsWith(metal.toLowerCase())) return name;
  const short = name.slice(0, -metal.length).replace(/[\s,·–-]+$/u, '');
  return short === '' ? name : short;
}
