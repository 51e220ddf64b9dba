import type { PieceSample } from './fit-ready-model.ts';
import { describe } from '@atelier/domain/shared/ready-date/piece-moment.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { seeded } from '../../projections/testing-histories.ts';

/** The first day of the synthetic history: a Monday. */
export const FIRST_DAY = 20_003;

/**
 * Pieces that a bench takes about four days for in one factory and ten in the other, two more for one reason, never on a
 * Sunday: one deposited every hour or so.
 */
export function syntheticSamples(count: number, seed = 1): readonly PieceSample[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) => {
    const now = FIRST_DAY + index * 0.08 + 0.4;
    const [factory, base] = random() < 0.5 ? [30, 4] : [31, 10];
    const reason = random() < 0.3 ? 7 : 8;
    const piece = { ...PLAIN, factory, site: factory, reasonIds: [reason], entered: now, now };
    const days = base + (reason === 7 ? 2 : 0) + (base / 4) * (random() + random() + random() - 1.5);
    let ready = Math.floor(now + Math.max(0.2, days));
    if ((ready + 4) % 7 === 0) ready += 1;
    return { ...describe(piece), itemId: index + 1, country: 'FR', readyDay: ready };
  });
}

export const PLAIN = {
  status: Status.RepairProcess,
  from: Status.ReceiveFromShop,
  site: 30,
  factory: 30,
  storeId: 1,
  country: 'FR',
  delivery: 'store',
  kind: 'ring',
  collection: 'Lune',
  reasonIds: [8],
  inWarranty: true,
  isUnanswered: false,
  load: 20,
  entered: FIRST_DAY,
  now: FIRST_DAY,
} as const;
