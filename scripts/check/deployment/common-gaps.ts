/** Rules that both examples are held to. */

export function unknownSettings(
  names: readonly string[],
  known: ReadonlySet<string>,
  where: string,
): string[] {
  return names
    .filter((name) => !known.has(name))
    .map((name) => `${where} sets ${name}, which no service reads`);
}

export function differing(images: readonly unknown[]): string[] {
  // The process that makes backups runs the same release in another image.
  const names = [...new Set(images.map((image) => String(image).replace('-backups', '')))];
  return names.length > 1 ? [`runs different images of Atelier: ${names.join(', ')}`] : [];
}

export const proxyGaps = (proxies: unknown): string[] =>
  String(proxies).includes('/') ? ['TRUST_PROXY names a network: name each proxy'] : [];
