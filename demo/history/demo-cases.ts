import { DAY_MS, HOUR_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { Random } from '../reference/random.ts';
import { ago } from './ages.ts';
import { broughtWith } from './bring.ts';
import { inDeposits, planReturn, planSent, sentFor, type Return } from './demo-shops.ts';
import { laterAtWork } from './hours.ts';
import type { PiecePlan } from './plan.ts';
import { pieceOf, type Planner } from './planner.ts';
import { planStanding, type Standing } from './standing.ts';
import { planThrough } from './through.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** The cases that an ordinary week does not show: each occurs at least once. */
export function planCases(planner: Planner, random: Random): void {
  planPartlyReceived(planner, random);
  planMissing(planner, random);
  planDoorstep(planner, random);
  planStray(planner, random);
  planDisputes(planner, random);
  planRefusals(planner, random);
  planOpenPackages(planner);
  planArrivalsAtWarehouse(planner);
  planAgainAndAgain(planner, random);
  planOddOutcomes(planner, random);
}

const site = (planner: Planner, code: string): SiteRow => planner.facts.site(code);

/** One package home: when it was received so many days ago, or sent and not yet received. */
function home(
  planner: Planner,
  shop: SiteRow,
  factory: SiteRow,
  daysAgo: number,
  random: Random,
): Pick<Return, 'factory' | 'sentAt' | 'homeAt'> {
  const homeAt = ago(planner.now, daysAgo * DAY_MS, shop.time_zone);
  return { factory, homeAt, sentAt: sentFor(homeAt, factory, random) };
}

/** Paris has begun to unpack: two pieces are on the counter, three still in the box. */
function planPartlyReceived(planner: Planner, random: Random): void {
  const paris = site(planner, 'PAR');
  const homeAt = planner.now - 25 * MINUTE_MS;
  const factory = site(planner, 'FSZ');
  const sentAt = sentFor(homeAt, factory, random);
  const { back } = planReturn(planner, paris, { factory, sentAt, homeAt, count: 2 }, random);
  planReturn(planner, paris, { factory, sentAt, count: 3, pack: back }, random);
}

/** A jewel that should have been in the box: missing now, found again once, lost and settled once. */
function planMissing(planner: Planner, random: Random): void {
  const [paris, factory] = [site(planner, 'PAR'), site(planner, 'FVZ')];
  const now = home(planner, paris, factory, 2.1, random);
  const { back } = planReturn(planner, paris, { ...now, count: 3 }, random);
  const missedAt = (now.homeAt ?? planner.now) + 40 * MINUTE_MS;
  const { homeAt: _received, ...sent } = now;
  planReturn(
    planner,
    paris,
    { ...sent, count: 1, pack: back, fate: { kind: 'lost', missedAt, settledAt: null } },
    random,
  );

  const [madrid, tokyo, shenzhen] = [site(planner, 'MAD'), site(planner, 'TYO'), site(planner, 'FSZ')];
  const { homeAt: oldHome = 0, ...old } = home(planner, madrid, shenzhen, 5.2, random);
  planReturn(
    planner,
    madrid,
    { ...old, homeAt: oldHome + 26 * HOUR_MS, count: 1, fate: { kind: 'found', missedAt: oldHome } },
    random,
  );

  const { homeAt: lostHome = 0, ...lost } = home(planner, tokyo, shenzhen, 72, random);
  const settled = planReturn(
    planner,
    tokyo,
    { ...lost, homeAt: lostHome, count: 1, fate: { kind: 'taken', at: lostHome + 3 * DAY_MS } },
    random,
  );
  const fate = { kind: 'lost', missedAt: lostHome + HOUR_MS, settledAt: lostHome + 27 * DAY_MS } as const;
  planReturn(planner, tokyo, { ...lost, count: 1, pack: settled.back, fate }, random);
}

/** Two pieces on their way to Parisian doors, each with the carrier alone. */
function planDoorstep(planner: Planner, random: Random): void {
  const [paris, factory] = [site(planner, 'PAR'), site(planner, 'FVZ')];
  for (const hoursAgo of [14, 52]) {
    const back = planner.packages.alone(planner.lanes.toClient(factory), planner.now - hoursAgo * HOUR_MS);
    const endAt = back.sentAt - (5 + random.int(0, 9)) * HOUR_MS;
    const standing: Standing = {
      end: { status: Status.RepairDone, site: factory },
      endAt,
      factory,
      straight: true,
      back,
    };
    planStanding(planner, paris, [standing], undefined, { delivery: 'client' });
  }
}

/** Parisian pieces that were unpacked in Lyon: one has come home, one is on its way. */
function planStray(planner: Planner, random: Random): void {
  const [paris, lyon, factory] = [site(planner, 'PAR'), site(planner, 'LYN'), site(planner, 'FSZ')];
  const lane = planner.lanes.between(lyon, paris);
  for (const [days, arrived] of [
    [33, true],
    [2.6, false],
  ] as const) {
    const given = home(planner, paris, factory, days, random);
    const homePackage = planner.packages.alone(lane, (given.homeAt ?? 0) + 22 * HOUR_MS);
    const turns = { astrayAt: { shop: lyon, homePackage } };
    const takenAt = laterAtWork(homePackage.sentAt + 4 * DAY_MS, paris.time_zone);
    const fate = arrived ? ({ kind: 'taken', at: takenAt } as const) : ({ kind: 'open' } as const);
    const { rmas } = planReturn(planner, paris, { ...given, count: 1, turns, fate }, random);
    for (const piece of rmas.flatMap((rma) => rma.pieces)) {
      homePackage.load(piece, arrived ? takenAt - 2 * DAY_MS : undefined, true);
    }
  }
}

/** What the customer does not accept at the counter: two open disputes, one settled; and a receipt taken back. */
function planDisputes(planner: Planner, random: Random): void {
  const [tokyo, newYork] = [site(planner, 'TYO'), site(planner, 'NYC')];
  const shenzhen = site(planner, 'FSZ');
  const disputed = { hold: 'dispute' } as const;
  planReturn(
    planner,
    tokyo,
    { ...home(planner, tokyo, shenzhen, 4.4, random), count: 1, turns: disputed },
    random,
  );
  planReturn(
    planner,
    newYork,
    { ...home(planner, newYork, shenzhen, 3.2, random), count: 1, turns: disputed },
    random,
  );
  const old = home(planner, tokyo, shenzhen, 48, random);
  const fate = { kind: 'taken', at: (old.homeAt ?? 0) + 6 * DAY_MS } as const;
  planReturn(planner, tokyo, { ...old, count: 1, turns: { ...disputed, holdReleased: true }, fate }, random);
  const twice = home(planner, tokyo, shenzhen, 1.3, random);
  const pack = planner.packages.alone(planner.lanes.back(shenzhen, tokyo), twice.sentAt, { leftOpen: true });
  planReturn(planner, tokyo, { ...twice, count: 2, turns: { receiptUndone: true }, pack }, random);
}

/** Repairs that the store did not take: the linked item is finished, under way again, or back at the counter. */
function planRefusals(planner: Planner, random: Random): void {
  const cases = [
    ['HKG', 'FSZ', 118],
    ['SHA', 'FSZ', 96],
    ['LYN', 'FVZ', 12],
    ['PAR', 'FVZ', 0.9],
  ] as const;
  for (const [code, factoryCode, daysAgo] of cases) {
    const shop = site(planner, code);
    const given = home(planner, shop, site(planner, factoryCode), daysAgo, random);
    const rejectedAt = (given.homeAt ?? 0) + 50 * MINUTE_MS;
    const fate = { kind: 'rejected', at: rejectedAt } as const;
    const { rmas } = planReturn(planner, shop, { ...given, count: 1, outcome: 'repaired', fate }, random);
    const [refused] = rmas.flatMap((rma) => rma.pieces);
    if (refused !== undefined) planContinuation(planner, refused, rejectedAt, daysAgo < 2);
  }
}

/** The refused piece once more, as its linked item: through everything again, or no further than the counter. */
function planContinuation(planner: Planner, refused: PiecePlan, at: number, staysAtCounter: boolean): void {
  const random = planner.nextRandom();
  const brought = broughtWith(refused.piece, undefined, random);
  const { shop } = refused.rma;
  if (staysAtCounter) pieceOf(planner.open(shop, at, random, { continues: refused }), brought, {});
  else planThrough(planner, shop, at, 1, { given: [brought], continues: refused });
}

/** Packages that have not left: a draft in Paris and Tokyo, a sealed one in Shanghai, one given up in London. */
function planOpenPackages(planner: Planner): void {
  const cases = [
    ['PAR', 'draft', 3],
    ['TYO', 'draft', 2],
    ['SHA', 'sealed', 2],
    ['LON', 'cancelled', 1],
  ] as const;
  for (const [code, stays, count] of cases) {
    const shop = site(planner, code);
    const lane = planner.lanes.out(shop, planner.lanes.nearby(shop) !== undefined);
    const pack = planner.packages.alone(lane, planner.now - (stays === 'cancelled' ? 60 : 12) * MINUTE_MS, {
      stays,
    });
    const packed = planner.rmas
      .filter((rma) => rma.shop.id === shop.id && rma.depositAt < pack.sentAt - 3 * HOUR_MS)
      .flatMap((rma) => rma.pieces)
      .filter((piece) => isAtCounter(piece));
    for (const piece of packed.slice(0, count)) pack.load(piece);
  }
}

const isAtCounter = ({ out, visits, fate, rma }: PiecePlan): boolean =>
  out === null && visits.length === 0 && fate.kind === 'open' && rma.continues === null;

/** At the warehouse's door: a half unpacked box, one with something strange in it, a piece that was carried by hand. */
function planArrivalsAtWarehouse(planner: Planner): void {
  const [hongKong, taipei, dubai] = [site(planner, 'HKG'), site(planner, 'TPE'), site(planner, 'DXB')];
  const { warehouse } = planner.lanes;
  const half = planner.packages.alone(
    planner.lanes.out(hongKong, false),
    ago(planner.now, 1.6 * DAY_MS, hongKong.time_zone),
  );
  const common = { factory: site(planner, 'FSZ'), straight: false } as const;
  const end = { status: Status.ReceiveFromShop, site: warehouse } as const;
  planStanding(planner, hongKong, [{ ...common, end, endAt: planner.now - 35 * MINUTE_MS, out: half }]);
  planSent(planner, hongKong, 2, 0, half);
  const odd = planner.packages.alone(
    planner.lanes.out(taipei, false),
    ago(planner.now, 2.4 * DAY_MS, taipei.time_zone),
    {
      strangeCode: 'TPE-900417',
    },
  );
  inDeposits([0, 1], (some) =>
    planStanding(
      planner,
      taipei,
      some.map(() => ({ ...common, end, endAt: planner.now - 5 * HOUR_MS, out: odd })),
    ),
  );
  const carried = { ...common, end, endAt: planner.now - 3 * HOUR_MS, turns: { byHand: true } };
  planStanding(planner, dubai, [carried]);
}

/** One ring that keeps coming back: four deposits within 180 days; and one necklace with three. */
function planAgainAndAgain(planner: Planner, random: Random): void {
  for (const [code, times] of [
    ['LON', 3],
    ['PAR', 2],
  ] as const) {
    const shop = site(planner, code);
    let depositAt = laterAtWork(planner.now - 174 * DAY_MS, shop.time_zone);
    let piece = planner.customers.bring(shop, depositAt, [undefined], random)[0]?.piece;
    for (let time = 0; time < times && piece !== undefined; time += 1) {
      const rma = planThrough(planner, shop, depositAt, 1, {
        given: [broughtWith(piece, undefined, random)],
        endsBy: depositAt + 44 * DAY_MS,
      });
      const [told] = rma.pieces;
      const takenAt = told?.fate.kind === 'taken' ? told.fate.at : depositAt;
      depositAt = laterAtWork(takenAt + 4 * DAY_MS, shop.time_zone);
      piece = told?.piece;
    }
    if (piece === undefined) continue;
    const factory = site(planner, 'FVZ');
    const end = { status: Status.RepairProcess, site: factory } as const;
    const standing: Standing = { end, endAt: planner.now - 11 * HOUR_MS, factory, straight: true };
    planStanding(planner, shop, [standing], [broughtWith(piece, 4, random)]);
  }
}

/** Replaced, counterfeit and unrepaired pieces that are at their shops now; fees that were halved by hand. */
function planOddOutcomes(planner: Planner, random: Random): void {
  const [london, shenzhen] = [site(planner, 'LON'), site(planner, 'FSZ')];
  for (const [index, outcome] of (['replaced', 'counterfeit', 'unrepaired'] as const).entries()) {
    planReturn(
      planner,
      london,
      { ...home(planner, london, shenzhen, 1.5 + index, random), count: 1, outcome },
      random,
    );
  }
  for (const code of ['HKG', 'NYC', 'MAD']) {
    const shop = site(planner, code);
    const turns = { feeOverride: true };
    planReturn(planner, shop, { ...home(planner, shop, shenzhen, 2.2, random), count: 1, turns }, random);
  }
}
