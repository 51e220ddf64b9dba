/** A process that runs projections, as the others see it. */
export interface Runner {
  readonly id: number;
  /** Names of the projections that it can run. */
  readonly projections: readonly string[];
}

/**
 * Who should lead what: as many each as the others, give or take one, and as few moves as that needs. A projection goes only
 * to a runner that knows it, so that two releases can run side by side. Every runner computes the same result
 * independently.
 */
export function assignProjections(
  runners: readonly Runner[],
  leaders: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const shares = runners.toSorted((a, b) => a.id - b.id).map((runner) => new Share(runner));
  const names = [...new Set(runners.flatMap(({ projections }) => projections))].sort();
  const free = names.filter((name) => {
    const share = shares.find(({ id }) => id === leaders.get(name));
    const keeps = share?.knows(name) === true;
    if (keeps) share.led.push(name);
    return !keeps;
  });
  for (const name of free) leastOf(shares.filter((share) => share.knows(name)))?.led.push(name);
  while (moveOne(shares));
  return new Map(shares.flatMap(({ id, led }) => led.map((name) => [name, id] as const)));
}

class Share {
  readonly id: number;
  readonly led: string[] = [];
  readonly #known: ReadonlySet<string>;

  constructor({ id, projections }: Runner) {
    this.id = id;
    this.#known = new Set(projections);
  }

  knows(name: string): boolean {
    return this.#known.has(name);
  }
}

const leastOf = (shares: readonly Share[]): Share | undefined =>
  shares.reduce<Share | undefined>(
    (least, share) => (least === undefined || share.led.length < least.led.length ? share : least),
    undefined,
  );

/** Moves one projection to a runner that leads at least two fewer; false when there is none such. */
function moveOne(shares: readonly Share[]): boolean {
  for (const from of shares.toSorted((a, b) => b.led.length - a.led.length)) {
    const fewer = shares.filter((share) => share.led.length + 2 <= from.led.length);
    for (const name of from.led.toReversed()) {
      const to = leastOf(fewer.filter((share) => share.knows(name)));
      if (to === undefined) continue;
      from.led.splice(from.led.indexOf(name), 1);
      to.led.push(name);
      return true;
    }
  }
  return false;
}
