import { z } from 'zod';
import type { BlobContent } from './blob-store.ts';

const document = z.looseObject({ picture: z.string() });

/** The hash by which a signature's document of an earlier release names its picture; today's hold it inside. */
export function pictureHashIn({ mediaType, bytes }: BlobContent): string | undefined {
  if (mediaType !== 'application/json') return undefined;
  return document.safeParse(JSON.parse(bytes.toString('utf8'))).data?.picture;
}
