import type { StatusId } from '@atelier/domain/shared/status.ts';

/** How much stands where in the demo right now. Counts are jewels. */
export interface ShopQuota {
  readonly code: string;
  /** At 1, and of these for more than 72 hours. */
  readonly ready: number;
  readonly readyOver: number;
  /** At 2, by package. */
  readonly sent: readonly number[];
  /** At 14, apart from those of the cases. */
  readonly transit: number;
  /** At 15, apart from those of the cases: within a week, and for longer. */
  readonly waiting: number;
  readonly waitingOver: number;
  /** Collected within the last two weeks. */
  readonly collected: number;
  /** Cancelled at some time. */
  readonly cancelled: number;
  /** Deposits a week in the months before the last twelve weeks. */
  readonly pastPerWeek: number;
  /** Jewels a week that the twelfth to fifth week of the chart should show at least, oldest first. */
  readonly earlier: readonly number[];
}

const small = (
  code: string,
  sent: readonly number[],
  pastPerWeek: number,
  earlier: readonly number[],
): ShopQuota => ({
  code,
  ready: 3,
  readyOver: 1,
  sent,
  transit: 3,
  waiting: 4,
  waitingOver: 1,
  collected: 2,
  cancelled: 1,
  pastPerWeek,
  earlier,
});

/** Paris as on `docs/images/dashboard.png`: 12 ready (3 over), 41 waiting (9 over), 7 sent, 22 in transit. */
export const SHOP_QUOTAS: readonly ShopQuota[] = [
  {
    code: 'PAR',
    ready: 10,
    readyOver: 3,
    sent: [4, 3],
    transit: 16,
    waiting: 25,
    waitingOver: 8,
    collected: 13,
    cancelled: 4,
    pastPerWeek: 0.36,
    earlier: [12, 15, 12, 17, 19, 15, 18, 20],
  },
  {
    code: 'TYO',
    ready: 9,
    readyOver: 2,
    sent: [3, 2],
    transit: 13,
    waiting: 15,
    waitingOver: 4,
    collected: 8,
    cancelled: 2,
    pastPerWeek: 0.22,
    earlier: [6, 8, 6, 9, 10, 7, 9, 11],
  },
  {
    code: 'SHA',
    ready: 8,
    readyOver: 2,
    sent: [3, 3],
    transit: 11,
    waiting: 12,
    waitingOver: 5,
    collected: 7,
    cancelled: 2,
    pastPerWeek: 0.2,
    earlier: [5, 6, 4, 7, 8, 6, 7, 8],
  },
  {
    ...small('HKG', [2], 0.13, [2, 3, 3, 4, 3, 4, 5, 4]),
    ready: 5,
    transit: 5,
    waiting: 6,
    waitingOver: 2,
    collected: 4,
  },
  {
    ...small('NYC', [2], 0.13, [3, 2, 4, 3, 4, 3, 4, 5]),
    ready: 4,
    transit: 4,
    waiting: 5,
    waitingOver: 2,
    collected: 4,
  },
  small('LYN', [2], 0.06, [1, 2, 1, 2, 2, 1, 2, 3]),
  small('LON', [1], 0.06, [2, 1, 2, 2, 2, 1, 2, 3]),
  small('BJS', [2], 0.06, [1, 1, 2, 1, 2, 1, 2, 3]),
  small('TPE', [1], 0.06, [1, 2, 1, 1, 2, 1, 2, 3]),
  small('DXB', [1], 0.06, [1, 1, 1, 2, 2, 1, 2, 3]),
  small('MAD', [2], 0.06, [2, 1, 1, 2, 2, 1, 2, 3]),
  small('MEX', [1], 0.06, [1, 1, 2, 1, 2, 1, 2, 3]),
];

/** What lies at a site: status → jewels, and which shops they come from. */
export interface FloorQuota {
  readonly code: string;
  readonly stages: readonly (readonly [StatusId, number])[];
  readonly shops: Readonly<Record<string, number>>;
}

/** Every stage of both factories and the warehouse; the shops' shares add up to the stages. */
export const FLOOR_QUOTAS: readonly FloorQuota[] = [
  {
    code: 'FSZ',
    stages: [
      [3, 5],
      [19, 8],
      [17, 4],
      [4, 14],
      [5, 7],
      [6, 5],
      [7, 13],
      [8, 4],
      [9, 3],
      [10, 5],
      [11, 2],
      [12, 4],
      [13, 4],
    ],
    shops: { SHA: 17, BJS: 8, TYO: 18, HKG: 8, NYC: 7, TPE: 5, DXB: 4, MEX: 4, PAR: 7 },
  },
  {
    code: 'FVZ',
    stages: [
      [3, 4],
      [19, 3],
      [17, 2],
      [4, 9],
      [5, 4],
      [6, 3],
      [7, 3],
      [8, 2],
      [9, 1],
      [10, 2],
      [11, 1],
      [12, 2],
      [13, 3],
    ],
    shops: { PAR: 22, LYN: 6, LON: 6, MAD: 5 },
  },
  {
    code: 'WHS',
    stages: [
      [3, 8],
      [17, 4],
    ],
    shops: { PAR: 3, TYO: 3, HKG: 1, NYC: 2, TPE: 1, DXB: 1, MEX: 1 },
  },
];

/** On the way from the warehouse to Shenzhen: hours since it left, and whose pieces. */
export const FORWARDED: readonly {
  readonly hoursAgo: number;
  readonly shops: Readonly<Record<string, number>>;
}[] = [
  { hoursAgo: 7, shops: { PAR: 2, TYO: 1, NYC: 1 } },
  { hoursAgo: 26, shops: { TYO: 2, HKG: 1 } },
  { hoursAgo: 61, shops: { PAR: 1, NYC: 1, DXB: 1 } },
];
