/**
 * The row that a chart's click names by `activeTooltipIndex`; undefined before the chart knows which row is under the
 * pointer. `Number(null)` is 0: without the check such a click would open the first row.
 */
export function markAt<Row>(
  rows: readonly Row[],
  index: number | string | null | undefined,
): Row | undefined {
  return index === null || index === undefined ? undefined : rows[Number(index)];
}
