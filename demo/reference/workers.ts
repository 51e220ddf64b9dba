import { createName, type NameBook } from './names.ts';
import { CHINESE, CHINESE_TRADITIONAL } from './names-asia.ts';
import { createRandom } from './random.ts';

/** A factory hand as the identity slice stores one; `barcode` and `WorkerID` are text, their zeros count. */
export interface WorkerSeed {
  readonly id: number;
  readonly WorkerID: string;
  readonly barcode: string;
  readonly name: string;
  readonly department: string;
  readonly roleKey: string;
  readonly siteCode: string;
}

const ITALIAN: NameBook = {
  family: 'Rossi Bianchi Ferrari Colombo Ricci Marino Greco Conti',
  given: 'Giulia Marco Elena Luca Chiara Paolo Francesca Andrea',
};

type Bench = readonly [department: string, roleKey: string];

const FULL_FLOOR: readonly Bench[] = [
  ['Reception', 'reception'],
  ['Incoming check', 'incoming-check'],
  ['Repair', 'repair'],
  ['Repair', 'repair'],
  ['Polishing', 'polishing'],
  ['Quality', 'quality'],
  ['Plating', 'plating'],
  ['Assembly', 'assembly'],
  ['Assembly', 'assembly'],
  ['Quality', 'quality'],
  ['Logistics', 'logistics'],
  ['Supervision', 'supervisor'],
];

const SMALL_FLOOR: readonly Bench[] = [
  ['Incoming check', 'incoming-check'],
  ['Repair', 'repair'],
  ['Polishing', 'polishing'],
  ['Plating', 'plating'],
  ['Assembly', 'assembly'],
  ['Quality', 'quality'],
  ['Logistics', 'logistics'],
  ['Supervision', 'supervisor'],
];

const WAREHOUSE_FLOOR: readonly Bench[] = [
  ['Reception', 'reception'],
  ['Reception', 'reception'],
  ['Incoming check', 'incoming-check'],
  ['Logistics', 'logistics'],
];

const FLOORS: readonly { siteCode: string; names: NameBook; han: boolean; benches: readonly Bench[] }[] = [
  { siteCode: 'FSZ', names: CHINESE, han: true, benches: FULL_FLOOR },
  { siteCode: 'FVZ', names: ITALIAN, han: false, benches: SMALL_FLOOR },
  { siteCode: 'WHS', names: CHINESE_TRADITIONAL, han: true, benches: WAREHOUSE_FLOOR },
];

/** 24 workers: twelve at Shenzhen, eight at Valenza, four at the warehouse. `firstId` leaves room for others. */
export const createWorkers = (seed: number, firstId = 1): readonly WorkerSeed[] => {
  const random = createRandom(seed, 'workers');
  const hands = FLOORS.flatMap(({ siteCode, names, han, benches }) =>
    benches.map(([department, roleKey]) => {
      const { firstname, lastname } = createName(names, random);
      const name = han ? `${lastname}${firstname}` : `${firstname} ${lastname}`;
      return { name, department, roleKey, siteCode };
    }),
  );
  return hands.map((hand, index) => ({
    id: firstId + index,
    WorkerID: `W${String(index + 1).padStart(4, '0')}`,
    barcode: String(index + 1).padStart(7, '0'),
    ...hand,
  }));
};
