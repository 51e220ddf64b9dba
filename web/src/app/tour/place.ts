export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 12;
const clamp = (value: number, most: number): number => Math.max(GAP, Math.min(value, most));

/**
 * Where the card of a step stands: beside what is tall, else below it, else above it, else inside; always within the window.
 * @param isRtl the card begins where its subject begins in the reading direction
 */
export function placeOf(subject: Box, card: Size, view: Size, isRtl: boolean): { left: number; top: number } {
  const most = { left: view.width - card.width - GAP, top: view.height - card.height - GAP };
  if (subject.height > view.height / 2) {
    const side = besides(subject, card, view);
    return { left: clamp(side ?? middle(subject, card), most.left), top: clamp(subject.top + 72, most.top) };
  }
  const left = isRtl ? subject.left + subject.width - card.width : subject.left;
  const below = subject.top + subject.height + GAP;
  const above = subject.top - card.height - GAP;
  const top = below <= most.top || above < GAP ? below : above;
  return { left: clamp(left, most.left), top: clamp(top, most.top) };
}

const middle = (subject: Box, card: Size): number => subject.left + (subject.width - card.width) / 2;

/** To the right or the left of the subject; undefined where neither has room. */
function besides(subject: Box, card: Size, view: Size): number | undefined {
  const right = subject.left + subject.width + GAP;
  if (right + card.width + GAP <= view.width) return right;
  const left = subject.left - card.width - GAP;
  return left >= GAP ? left : undefined;
}
