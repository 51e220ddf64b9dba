/** The past moment that this page shows, out of its address; null = now. It holds until the page is reloaded. */
export interface Past {
  readonly as_of?: string;
  readonly known_at?: string;
}

export const PAST_KEYS = ['as_of', 'known_at'] as const;

export function pastIn(search: string): Past | null {
  const query = new URLSearchParams(search);
  const given = PAST_KEYS.flatMap((key) => {
    const moment = query.get(key);
    return moment === null || Number.isNaN(Date.parse(moment)) ? [] : [[key, moment] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

export const past: Past | null = 'location' in globalThis ? pastIn(location.search) : null;

/** Reads that the server answers for a past moment; all others are about today. */
const OF_THE_PAST =
  /^\/(rma|operationrma|rmalist|rmasenttowarehoure|rmaintransittoshop|operationrmabystatus\/\d+|rma\/\d+|rma\/item|rma\/history|comments|messages|get_after_sale_list|call_list(\/count)?|dashboard\/\w+|insight\/(?!choices|mail)\w+|custody|packages|packagestatus)$/;

/** What a read of this path asks for beside its own parameters. */
export const momentFor = (path: string): Past => (past !== null && OF_THE_PAST.test(path) ? past : {});

/** Loads the same screen at a moment: nothing that was read for another one stays. */
export function showPast(moment: Past): void {
  const url = new URL(location.href);
  for (const key of PAST_KEYS) {
    const value = moment[key];
    if (value === undefined) url.searchParams.delete(key);
    else url.searchParams.set(key, value);
  }
  location.assign(url);
}
