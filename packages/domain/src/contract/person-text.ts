/** Marks that turn the reading direction around: names are kept without them, or they scramble whatever stands behind. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/** More marks on one letter than any script writes: they paint over the lines above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** A name as it is compared and shown: letters composed, nothing that turns or covers what stands around it. */
export const plainName = (name: string): string =>
  name.normalize('NFC').replaceAll(DIRECTION_MARKS, '').replace(STACKED_MARKS, '$1');
