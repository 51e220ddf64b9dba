import { readQuery } from '../../lib/api/read-query.ts';

/** What is asked about: one of the three; `at` null = now. */
export type CustodySubject =
  | { readonly by: 'item'; readonly itemId: number }
  | { readonly by: 'site'; readonly siteId: number; readonly kept: boolean }
  | { readonly by: 'package'; readonly tracking: string };

export const CUSTODY_PAGE = 50;

/** `GET /custody`: a page of its holder, or of what it holds. */
export const custodyQuery = (subject: CustodySubject, at: string | null, page = 1) => {
  const asked = { ...paramsOf(subject), ...(at === null ? {} : { at }), page, page_size: CUSTODY_PAGE };
  return readQuery(['custody', asked], '/custody', asked, { timeout: 'general' });
};

function paramsOf(subject: CustodySubject) {
  switch (subject.by) {
    case 'item':
      return { rma_item_id: subject.itemId };
    case 'site':
      return { site_id: subject.siteId, ...(subject.kept && { kept: '1' as const }) };
    case 'package':
      return { tracking_no: subject.tracking };
  }
}
