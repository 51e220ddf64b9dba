/** What two weighings may differ by where no configuration says otherwise, in milligrams. */
export const DEFAULT_TOLERANCE_MG = 5;
