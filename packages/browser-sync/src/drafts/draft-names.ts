/** Work that is older belongs to something that was done elsewhere long ago. */
export const KEPT_DAYS = 30;

const OF_ITEMS = /^(findings|measures)\.\d+$/;
const DRAFT_OF_ITEM = /^atelier\.drafts\.[a-z]+-\d+\.(?:findings|measures)\.\d+\.(\d+)$/;

/** Whether drafts on this subject are kept by piece. */
export const areOfItems = (subject: string): boolean => OF_ITEMS.test(subject);

/** The piece that a stored draft is about; undefined for every other name. */
export function itemOfDraft(name: string): number | undefined {
  const [, id] = DRAFT_OF_ITEM.exec(name) ?? [];
  return id === undefined ? undefined : Number(id);
}
