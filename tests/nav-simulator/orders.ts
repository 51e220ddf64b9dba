import { randomUUID } from 'node:crypto';

/** A sales order as `api/v2.0` of Business Central shows it, cut to what is asked for here. */
export interface SalesOrder {
  readonly id: string;
  readonly number: string;
  readonly externalDocumentNumber: string;
  readonly orderDate: string;
  readonly customerNumber: string;
  readonly currencyCode: string;
  readonly status: 'Draft';
  readonly lastModifiedDateTime: string;
  readonly salesOrderLines: readonly SalesOrderLine[];
}

export interface SalesOrderLine {
  readonly sequence: number;
  readonly lineType: string;
  readonly lineObjectNumber: string;
  readonly quantity: number;
  readonly unitPrice: number;
}

/** What NAV refuses to take, in its own words. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const LONGEST_NUMBER = 35;
const KNOWN_FIELDS = new Set([
  'externalDocumentNumber',
  'orderDate',
  'customerNumber',
  'currencyCode',
  'salesOrderLines',
]);

/**
 * The documents this NAV holds. It takes the same external document number any number of times, as Business Central
 * does: that there is only one is the caller's care, and `duplicates` shows where it failed.
 */
export class SalesOrders {
  readonly #orders: SalesOrder[] = [];
  #lastNumber = 101_000;

  /** @throws Refused */
  create(body: unknown): SalesOrder {
    const order = this.#orderOf(fieldsOf(body));
    this.#orders.push(order);
    return order;
  }

  all(): readonly SalesOrder[] {
    return this.#orders;
  }

  byId(id: string): SalesOrder | undefined {
    return this.#orders.find((order) => order.id === id);
  }

  /** Numbers are codes in NAV: capitals, and compared as such. */
  byExternalNumber(number: string): readonly SalesOrder[] {
    const code = toCode(number);
    return this.#orders.filter((order) => order.externalDocumentNumber === code);
  }

  /** External document numbers that more than one document carries. */
  duplicates(): readonly string[] {
    const counted = Map.groupBy(this.#orders, (order) => order.externalDocumentNumber);
    return [...counted].flatMap(([number, orders]) => (orders.length > 1 ? [number] : []));
  }

  clear(): void {
    this.#orders.length = 0;
  }

  #orderOf(fields: ReadonlyMap<string, unknown>): SalesOrder {
    const externalDocumentNumber = toCode(textOf(fields, 'externalDocumentNumber'));
    if (externalDocumentNumber.length > LONGEST_NUMBER) {
      throw new Refused(
        'Application_StringExceededLength',
        `The length of the string is ${externalDocumentNumber.length}, but it must be less than or equal to ${LONGEST_NUMBER} characters. Value: ${externalDocumentNumber}`,
      );
    }
    const customerNumber = textOf(fields, 'customerNumber');
    if (customerNumber === '') throw new Refused('BadRequest', 'The field customerNumber must be filled in.');
    const lines = linesOf(fields.get('salesOrderLines'));
    this.#lastNumber += 1;
    return {
      id: randomUUID(),
      number: String(this.#lastNumber),
      externalDocumentNumber,
      orderDate: textOf(fields, 'orderDate'),
      customerNumber,
      currencyCode: textOf(fields, 'currencyCode'),
      status: 'Draft',
      lastModifiedDateTime: new Date().toISOString(),
      salesOrderLines: lines,
    };
  }
}

function toCode(text: string): string {
  return text.trim().toUpperCase();
}

function fieldsOf(body: unknown): ReadonlyMap<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refused('BadRequest', 'Cannot create an instance of salesOrder from the payload.');
  }
  const fields = new Map<string, unknown>(Object.entries(body));
  for (const name of fields.keys()) {
    if (!KNOWN_FIELDS.has(name)) {
      throw new Refused(
        'BadRequest',
        `The property '${name}' does not exist on type 'Microsoft.NAV.salesOrder'.`,
      );
    }
  }
  return fields;
}

function textOf(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = fields.get(name) ?? '';
  if (typeof value === 'string') return value;
  throw new Refused('BadRequest', `Cannot convert the value of '${name}' to the expected type 'Edm.String'.`);
}

function linesOf(value: unknown): readonly SalesOrderLine[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Refused('BadRequest', 'salesOrderLines must be a collection.');
  return value.map((line: unknown, index) => lineOf(line, index));
}

function lineOf(line: unknown, index: number): SalesOrderLine {
  const fields = new Map<string, unknown>(Object.entries(line ?? {}));
  const lineObjectNumber = textOf(fields, 'lineObjectNumber');
  if (lineObjectNumber === '') {
    throw new Refused('Internal_RecordNotFound', `Line ${index + 1}: the item does not exist.`);
  }
  return {
    sequence: (index + 1) * 10_000,
    lineType: textOf(fields, 'lineType'),
    lineObjectNumber,
    quantity: Number(fields.get('quantity') ?? 0),
    unitPrice: Number(fields.get('unitPrice') ?? 0),
  };
}
