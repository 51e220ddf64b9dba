import { HOUR_MS, MINUTE_MS, toInstant, type Custody, type Instant } from '@atelier/domain/kernel.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import type { PartLine } from '@atelier/domain/repair/parts/part-events.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import type { Random } from '../../../demo/reference/random.ts';

/** A difference that no record mentions: it arose in one span, and this is how much. */
export interface Injected {
  readonly from: Instant;
  readonly until: Instant;
  readonly mg: number;
}

/** What the scales and the records of one piece say, counted by the maker of the life and by no ledger. */
export interface Tally {
  intervals: number;
  inMg: number;
  addedMg: number;
  outMg: number;
  scrapMg: number;
  lossMg: number;
}

export interface WeighedLife {
  readonly events: readonly ItemEvent[];
  readonly tally: Tally;
  readonly injected: Injected | null;
}

const BY = { userId: 1, workerId: null };
const BENCHES: readonly StatusId[] = [
  Status.IncomingCheck,
  Status.RepairProcess,
  Status.RepairPolish,
  Status.RepairQC,
  Status.PlatingProcess,
  Status.AssemblySettingStone,
  Status.RepairPolish,
  Status.FinalQCProcess,
];
const WORKS_METAL: ReadonlySet<StatusId> = new Set([
  Status.RepairProcess,
  Status.RepairPolish,
  Status.PlatingProcess,
  Status.AssemblySettingStone,
]);
/** What a scale reads off, and what a bench estimates its dust wrong by. */
const SCALE_MG = 1;
const DUST_MG = 1;

interface Habits {
  /** Of weighings that a bench leaves out, mistypes and corrects, of parts that are corrected, or have no weight. */
  readonly skipped: number;
  readonly mistyped: number;
  readonly miscounted: number;
  readonly unweighed: number;
}
export const HABITS: Habits = { skipped: 0.02, mistyped: 0.01, miscounted: 0.01, unweighed: 0.002 };

/** One piece on its way through a factory and home, as physics has it and as people record it. */
export function weighedLife(id: number, random: Random, missing: boolean): WeighedLife {
  return new Life(id, random, missing ? random.int(0, BENCHES.length + 5) : null).lived();
}

class Life {
  readonly #events: ItemEvent[] = [];
  readonly #random: Random;
  readonly #id: number;
  /** In which of the spans something is lost. */
  readonly #missingIn: number | null;
  readonly #tally: Tally = { intervals: 0, inMg: 0, addedMg: 0, outMg: 0, scrapMg: 0, lossMg: 0 };
  #injected: Injected | null = null;
  #ms: number;
  #since: number;
  #span = 0;
  #status: StatusId = Status.Created;
  #holder: Custody = { kind: 'site', siteId: 1 };
  /** Milligrams as they are. */
  #true: number;
  #shown: number;
  #parts = 0;
  #pending = { addedMg: 0, scrapMg: 0, lossMg: 0 };

  constructor(id: number, random: Random, missingIn: number | null) {
    this.#id = id;
    this.#random = random;
    this.#missingIn = missingIn;
    this.#ms = 1_760_000_000_000 + random.int(0, 365 * 24) * HOUR_MS;
    this.#since = this.#ms;
    this.#true = random.int(1_500, 24_000);
    this.#shown = this.#read();
  }

  lived(): WeighedLife {
    this.#deposit();
    this.#ships(100, Status.SentToWarehouse);
    this.#arrives(31, Status.ReceiveFromShop);
    for (const bench of BENCHES) {
      this.#passTime();
      this.#moves(bench, !this.#random.chance(HABITS.skipped));
      this.#works();
    }
    this.#passTime();
    this.#moves(Status.RepairDone, true);
    this.#ships(200, Status.LogisticsShipOut);
    this.#arrives(1, Status.ShopReceived);
    this.#passTime();
    this.#ends();
    this.#weighs(this.#status);
    return { events: this.#events, tally: this.#tally, injected: this.#injected };
  }

  #read(): number {
    return this.#true + this.#random.int(-SCALE_MG, SCALE_MG);
  }

  get #at(): Instant {
    return toInstant(this.#ms);
  }

  #passTime(): void {
    this.#ms += this.#random.int(20, 900) * MINUTE_MS;
  }

  #say(type: ItemEvent['type'], data: object): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the fields that the ledger reads are made
    this.#events.push({ type, data: { ...data, at: this.#at } } as unknown as ItemEvent);
  }

  #deposit(): void {
    const weights = { totalMg: this.#shown, goldMg: null, milliCarats: null };
    this.#say('ItemDeposited', {
      itemId: this.#id,
      storeId: 1,
      weights,
      linkedFrom: null,
      createdAt: this.#at,
    });
  }

  /** The span ends. Where something is lost in it, the piece is lighter from here on, and no record says so. */
  #ends(): void {
    if (this.#span === this.#missingIn) {
      const mg = this.#random.int(12, 400) * (this.#random.chance(0.85) ? -1 : 1);
      this.#true += mg;
      this.#injected = { from: toInstant(this.#since), until: this.#at, mg };
    }
    this.#span += 1;
    this.#since = this.#ms;
  }

  #moves(to: StatusId, isWeighed: boolean): void {
    this.#ends();
    if (isWeighed) this.#weighs(to);
    this.#say('ItemStatusChanged', { from: this.#status, to, move: 'forward', enteredAt: this.#at, by: BY });
    this.#status = to;
  }

  #passes(to: Custody): void {
    this.#say('CustodyTransferred', { from: this.#holder, to });
    this.#holder = to;
  }

  #ships(shipmentId: number, to: StatusId): void {
    this.#passTime();
    this.#moves(to, false);
    this.#passes({ kind: 'shipment', shipmentId, from: 1, to: 31 });
  }

  #arrives(siteId: number, to: StatusId): void {
    this.#passTime();
    this.#moves(to, true);
    this.#passes({ kind: 'site', siteId });
  }

  /** What a bench does to the metal: some is added, some becomes scrap and dust. */
  #works(): void {
    this.#passTime();
    const random = this.#random;
    if (!WORKS_METAL.has(this.#status)) return;
    const [scrap, dust] = [random.int(0, 40), random.int(0, 45)];
    this.#true -= scrap + dust;
    this.#pending.scrapMg += scrap;
    this.#pending.lossMg += Math.max(0, dust + random.int(-DUST_MG, DUST_MG));
    if (random.chance(0.3)) this.#addsPart(random.int(20, 350));
  }

  #addsPart(mg: number): void {
    const random = this.#random;
    this.#true += mg;
    const isUnweighed = random.chance(HABITS.unweighed);
    const isWrong = !isUnweighed && random.chance(HABITS.miscounted);
    this.#usesPart(isUnweighed ? null : mg * (isWrong ? 10 : 1), null);
    if (isWrong) this.#usesPart(mg, this.#parts);
    this.#pending.addedMg += isUnweighed ? 0 : mg;
  }

  #usesPart(weightMg: number | null, corrects: number | null): void {
    this.#parts += 1;
    this.#ms += MINUTE_MS;
    const line: PartLine = { kind: 'metal', code: '18K', pieces: weightMg === null ? 1 : null, weightMg };
    this.#say('PartsUsed', { record: this.#parts, corrects, status: this.#status, lines: [line], by: BY });
  }

  #weighs(status: StatusId): void {
    const shown = this.#read();
    const { addedMg, scrapMg, lossMg } = this.#pending;
    const declared = { customerRef: 'c', stoneCount: null, photos: [], status, scrapMg, lossMg };
    const isMistyped = this.#status === status && this.#random.chance(HABITS.mistyped);
    this.#say('MeasurementsRecorded', {
      ...declared,
      weightMg: isMistyped ? shown * 10 : shown,
      toleranceMg: 5,
    });
    if (isMistyped) this.#say('MeasurementsRecorded', { ...declared, weightMg: shown, replaces: true });
    const tally = this.#tally;
    tally.intervals += 1;
    tally.inMg += this.#shown;
    tally.addedMg += addedMg;
    tally.outMg += shown;
    tally.scrapMg += scrapMg;
    tally.lossMg += lossMg;
    this.#shown = shown;
    this.#pending = { addedMg: 0, scrapMg: 0, lossMg: 0 };
  }
}
