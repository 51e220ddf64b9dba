/** Listed fees of one country in one currency: minor units by sub-reason. */
export type FeeList = ReadonlyMap<number, number>;

/** What the list asks for these sub-reasons together; null where it says nothing of any of them (product/deposit.md §7). */
export function listedSum(list: FeeList, subReasons: readonly number[]): number | null {
  const listed = [...new Set(subReasons)].flatMap((id) => list.get(id) ?? []);
  return listed.length === 0 ? null : listed.reduce((sum, fee) => sum + fee, 0);
}

/** Out of warranty the list is the least that is agreed without the right to a discount. */
export const leastAgreed = (list: FeeList, subReasons: readonly number[], inWarranty: boolean): number =>
  inWarranty ? 0 : (listedSum(list, subReasons) ?? 0);
