import type { FastifyInstance } from 'fastify';
import { CompiledQuery } from 'kysely';
import { headerOf } from '@atelier/domain/reference/import/data-set.ts';
import { findReferenceSet } from '@atelier/domain/reference/import/sets.ts';
import { bearer, openApiWorld, signInAs, type ApiWorld } from '../testing/testing-api.ts';

export type Bytes = string | Uint8Array<ArrayBuffer>;

export interface Sent {
  readonly dryRun?: boolean;
  readonly as?: string;
  readonly key?: string;
}

/** An API with the demo's reference data and an administrator who imports into it. */
export class ImportWorld {
  readonly api: ApiWorld;
  readonly app: FastifyInstance;
  readonly token: string;

  private constructor(api: ApiWorld, app: FastifyInstance, token: string) {
    this.api = api;
    this.app = app;
    this.token = token;
  }

  static async open(): Promise<ImportWorld> {
    const api = await openApiWorld();
    const { app } = await api.node();
    return new ImportWorld(api, app, await signInAs(app, 'admin'));
  }

  /** The form as a browser sends it; without a file when there is none. */
  async send(set: string, file: Bytes | null, { dryRun, as = this.token, key }: Sent = {}) {
    const form = new FormData();
    form.set('set', set);
    form.set('dry_run', dryRun === true ? '1' : '0');
    if (file !== null) form.set('file', new Blob([file]), 'rows.csv');
    const body = new Response(form);
    const answer = await this.app.inject({
      method: 'POST',
      url: '/api/reference/import',
      headers: {
        ...bearer(as),
        'content-type': body.headers.get('content-type') ?? '',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  /** Rows as they are, the whole brand in view. */
  rows(sql: string): Promise<Record<string, unknown>[]> {
    return this.api.world.asked(
      { kind: 'all' },
      async (trx) => (await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql))).rows,
    );
  }

  events(): Promise<Record<string, unknown>[]> {
    return this.rows(
      `select stream_id, data, metadata from events where type = 'ReferenceImported' order by position`,
    );
  }

  async someSku(): Promise<string> {
    const [product] = await this.rows('select sku from products order by sku limit 1');
    return String(product?.['sku']);
  }

  async priceOf(sku: string): Promise<unknown> {
    const [price] = await this.rows(`select amount from prices where sku = '${sku}' and currency = 'EUR'`);
    return price?.['amount'];
  }

  /** A set of the demo as the file that would bring it: the import's own reading, turned round. */
  async exported(name: string): Promise<string> {
    const set = findReferenceSet(name);
    if (set === undefined) throw new Error(`no set ${name}`);
    const rows = await this.rows(EXPORTS[name] ?? `select * from ${set.table}`);
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const lines = rows.map((row) =>
      headerOf(set)
        .map((header) => quoted(printed(row, header)))
        .join(','),
    );
    return csv(headerOf(set).join(','), ...lines);
  }
}

export const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

export const prices = (...lines: string[]) => csv('sku,currency,amount', ...lines);

const DIGITS: Readonly<Record<string, number>> = { '"JPY"': 0 };

function printed(row: Readonly<Record<string, unknown>>, header: string): string {
  const [word = '', language] = header.split('_');
  const texts = row[`${word}s`];
  if (language !== undefined && typeof texts === 'object' && texts !== null && language in texts) {
    return String(Object.entries(texts).find(([key]) => key === language)?.[1]);
  }
  const value = row[header] ?? '';
  if (Array.isArray(value)) return value.join('|');
  const isMoney = ['amount', 'total', 'shipping_fee'].includes(header) && value !== '';
  const digits = DIGITS[JSON.stringify(row['currency'])] ?? 2;
  if (isMoney) return (Number(value) / 10 ** digits).toFixed(digits);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Where the file calls things otherwise than the table. */
const EXPORTS: Readonly<Record<string, string>> = {
  provinces: 'select p.*, c.code as country from provinces p join countries c on c.id = p.country_id',
  stores: 'select s.*, w.code as warehouse from sites s left join sites w on w.id = s.warehouse_id',
  products: 'select *, weight_mg / 1000.0 as weight_g from products',
  certificates: `select *, gold_mg / 1000.0 as gold_g, carat_points / 100.0 as carats, total_mg / 1000.0 as total_g
    from certificates`,
  customers: `select c.*, nullif(email, 'null') as email, s.code as home_store from customers c
    join sites s on s.id = home_site_id where email is distinct from 'null'`,
  orders: 'select o.*, s.code as store from sales_orders o join sites s on s.id = o.site_id',
  invoices: 'select i.*, o.order_number from invoices i join sales_orders o on o.id = i.order_id',
  invoice_lines: `select l.*, i.currency, i.invoice_no from invoice_lines l
    join invoices i on i.id = l.invoice_id`,
};
