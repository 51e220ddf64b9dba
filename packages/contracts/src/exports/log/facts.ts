import { custodyIn, recordIn } from './logged-event.ts';

/** What an open format says of an event beside whom and what it concerns. */
export type Fact = string | number | boolean;
export type Facts = Readonly<Record<string, Fact>>;

/**
 * Fields of an event's data that the formats name. Their texts are codes, numbers or moments: others never get here
 * (`event-fields/`).
 */
const NAMED = [
  'attempt',
  'because',
  'byAsking',
  'carrier',
  'commentType',
  'decision',
  'delivery',
  'department',
  'dueAt',
  'effectiveAt',
  'enteredAt',
  'escalated',
  'grossWeightGrams',
  'hold',
  'how',
  'isAgent',
  'isSet',
  'items',
  'kind',
  'move',
  'navNumber',
  'noWarranty',
  'number',
  'orderType',
  'outcome',
  'platform',
  'policyVersion',
  'result',
  'roleKey',
  'scheduled',
  'sealNumber',
  'sku',
  'status',
  'stoneCount',
  'target',
  'total180',
  'trackingNumber',
  'until',
  'verdict',
  'weightMg',
  'workId',
  'wrongReason',
] as const;
const MONEY = ['agreedFee', 'fee', 'notReturned', 'paid', 'price', 'refunded', 'settlement'] as const;

/** The facts of an event's data under the names of the wire, `grossWeightGrams` as `gross_weight_grams`. */
export function factsOf(data: Readonly<Record<string, unknown>>): Facts {
  const found: [string, Fact][] = [];
  const put = (name: string, value: unknown): void => {
    if (isFact(value)) found.push([wireName(name), value]);
  };
  for (const name of NAMED) put(name, data[name]);
  for (const name of MONEY) putMoney(put, name, data[name]);
  for (const [name, end] of Object.entries(endsOf(data))) put(name, custodyIn(end)?.kind ?? end);
  const findings = recordIn(data['findings']);
  put('primaryCause', findings['primaryCause']);
  put('qualityIssue', findings['qualityIssue']);
  put('inWarranty', recordIn(data['warranty'])['inWarranty']);
  return Object.fromEntries(found);
}

const endsOf = ({ from, to }: Readonly<Record<string, unknown>>) => ({ from, to });

function putMoney(put: (name: string, value: unknown) => void, name: string, value: unknown): void {
  const { amount, currency } = recordIn(value);
  put(`${name}Amount`, amount);
  put(`${name}Currency`, currency);
}

function isFact(value: unknown): value is Fact {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'boolean' || (typeof value === 'string' && value !== '');
}

const wireName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
