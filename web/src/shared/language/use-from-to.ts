import { useTranslation } from 'react-i18next';
import { isolate } from '@atelier/ui/text/isolate.ts';

/** Places or values in their order, with arrows that point where the page's language reads on; each keeps its direction. */
export function useFromTo(): (parts: readonly string[]) => string {
  const { i18n } = useTranslation();
  const direction = i18n.dir();
  const arrow = direction === 'rtl' ? '←' : '→';
  return (parts) => parts.map((part) => isolate(part, direction)).join(` ${arrow} `);
}
