import { queryOptions } from '@tanstack/react-query';
import { command } from '../../../lib/api/client.ts';

/** Letters that every paper shows; anything else is asked of the fonts. */
const EVERYDAY = /^[\p{Script=Latin}\p{Nd}\p{P}\p{Z}]*$/u;

/** Whether a name holds what some font may not have. */
export const mayMissGlyphs = (name: string): boolean => !EVERYDAY.test(name.normalize('NFC'));

/** Which characters of a name the papers cannot draw. It changes nothing, and names stay out of addresses. */
export const glyphsQuery = (text: string) =>
  queryOptions({
    queryKey: ['rma', 'glyphs', text],
    queryFn: ({ signal }) => command({ path: '/rma/glyphs', body: { text: text.slice(0, 400) }, signal }),
    staleTime: Infinity,
    retry: false,
  });
