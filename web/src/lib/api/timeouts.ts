/** Client time-outs in ms (product/calls.md §4): RMA calls, searches and everything else. */
export const TIMEOUTS = { rma: 40_000, general: 60_000 } as const;
