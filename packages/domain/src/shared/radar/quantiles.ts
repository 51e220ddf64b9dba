/**
 * Counts whose variance is `phi` times their mean: negative binomial with size mean / (phi − 1), and Poisson at phi = 1
 * (Noufaily et al. 2013, §3.4). The sums run over the counts, because the counts of a week are small.
 */
export interface CountLaw {
  readonly mean: number;
  readonly phi: number;
}

/** The smallest count that at least `share` of the weeks do not exceed. */
export function countQuantile(law: CountLaw, share: number): number {
  let below = firstTerm(law);
  let sum = below;
  let count = 0;
  while (sum < share && count < MOST) {
    below *= nextFactor(law, count);
    count += 1;
    sum += below;
  }
  return count;
}

/** A stop for means that no series of pieces has. */
const MOST = 100_000;

const firstTerm = ({ mean, phi }: CountLaw): number =>
  phi <= 1 ? Math.exp(-mean) : Math.exp((-mean / (phi - 1)) * Math.log(phi));

/** From the probability of `count` to that of the next one. */
function nextFactor({ mean, phi }: CountLaw, count: number): number {
  if (phi <= 1) return mean / (count + 1);
  const size = mean / (phi - 1);
  return ((size + count) / (count + 1)) * (1 - 1 / phi);
}
