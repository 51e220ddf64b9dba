import type { ItemView } from '../repair-detail/schema.ts';
import { fillText, TEXTS, type Texts } from '../locales/texts.ts';
import { isStatusId } from '@atelier/domain/shared/status.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import {
  clockCell,
  dayCell,
  EMPTY,
  momentCell,
  moneyCell,
  numberCell,
  textCell,
  type Cell,
} from './cells.ts';
import type { ExcelType } from '@atelier/domain/exports/contract.ts';
import type { ExportAudience } from '@atelier/domain/exports/events.ts';

/** One item as a file shows it: its list row as the requester sees it, and what customs ask beside it. */
export interface ExportLine {
  readonly view: ItemView;
  readonly timeZone: string;
  readonly country: string;
  readonly metal: string;
  readonly certificate: string;
  readonly weightMg: number | null;
  readonly value: { readonly amount: number; readonly currency: string } | null;
  /** Names in the file's language. */
  readonly reasons: readonly string[];
  readonly factoryReasons: readonly string[];
  readonly factorySubReasons: readonly string[];
}

/** A column is headed by the term of a field, or by what only sheets hold. */
type ColumnName = keyof Texts['terms']['field'] | keyof Texts['sheets']['column'];

export interface Column {
  readonly name: ColumnName;
  /** Characters. */
  readonly width: number;
  readonly cell: (line: ExportLine, texts: Texts) => Cell;
}

const column = (name: ColumnName, width: number, cell: Column['cell']): Column => ({ name, width, cell });
const viewText = (name: ColumnName, width: number, of: (view: ItemView) => string): Column =>
  column(name, width, ({ view }) => textCell(of(view)));
const list = (names: readonly string[]): Cell => textCell(names.join(', '));
const yesNo = (value: boolean, { terms }: Texts): Cell => textCell(value ? terms.yes : terms.no);

const NUMBER = viewText('number', 14, (view) => view.number);
const RMA = column('rma', 10, ({ view }) => numberCell(view.rma_id));
const STORE = viewText('store', 22, (view) => view.store_name);
const SKU = viewText('sku', 16, (view) => view.product_sku);
const PIECE = viewText('product', 28, (view) => view.product_name);
const SIZE = viewText('size', 8, (view) => view.product_size);
const SERIAL = viewText('serial', 20, (view) => view.serial_number);
const TRACKING = viewText('tracking', 20, (view) => view.tracking_number);
const CLIENT = viewText('client', 24, (view) => view.fullname);
const QUANTITY = column('quantity', 10, ({ view }) => numberCell(view.quantity));
const KIND = column('kind', 12, ({ view }, texts) => textCell(among(texts.sheets.kind, view.product_kind)));
const STATUS = column('status', 22, ({ view: { rma_status_id: id } }, texts) =>
  textCell(isStatusId(id) ? texts.statuses[id] : String(id)),
);
const SINCE = column('since', 18, ({ view, timeZone }) => momentCell(view.status_entered_at, timeZone));
const RECEIVED = column('received', 18, ({ view, timeZone }) => momentCell(view.receive_item_date, timeZone));
const REASONS = column('reasons', 30, ({ reasons }) => list(reasons));
const WARRANTY = column('warranty', 16, ({ view }, texts) =>
  textCell(view.is_under_warranty ? texts.terms.warranty.in : texts.terms.warranty.out),
);
const FEE = column('fee', 12, ({ view }) => moneyCell(view.repair_fee, view.repair_fee_ccy));
const CURRENCY = viewText('currency', 10, (view) => view.repair_fee_ccy);
const HOLDER = column('holder', 26, ({ view }, texts) => textCell(holderOf(view, texts)));
const OUTCOME = column('outcome', 18, ({ view }, texts) =>
  textCell(among(texts.values.outcome, view.outcome)),
);

const LIST: readonly Column[] = [
  NUMBER,
  RMA,
  STATUS,
  SINCE,
  STORE,
  CLIENT,
  viewText('email', 28, (view) => view.email),
  viewText('phone', 20, (view) => view.fullphone),
  SKU,
  PIECE,
  SIZE,
  SERIAL,
  REASONS,
  RECEIVED,
  column('expected', 14, ({ view }) => dayCell(view.expected?.latest ?? null)),
  column('purchased', 12, ({ view }) => dayCell(view.purchase_date)),
  viewText('invoice', 18, (view) => view.invoice_number),
  WARRANTY,
  column('warrantyUntil', 14, ({ view }) => dayCell(view.warranty_until)),
  FEE,
  CURRENCY,
  column('settled', 12, ({ view }, texts) => yesNo(view.fee_settled, texts)),
  column('paid', 12, ({ view }) => moneyCell(view.fee_paid_amount, view.repair_fee_ccy)),
  column('open', 12, ({ view }) => moneyCell(view.fee_open, view.repair_fee_ccy)),
  column('toReturn', 12, ({ view }) => moneyCell(view.fee_to_return, view.repair_fee_ccy)),
  HOLDER,
  column('collection', 26, ({ view }, texts) => textCell(wishOf(view, texts))),
  column('pickupAt', 18, ({ view: { pickup } }) =>
    pickup === null ? EMPTY : clockCell(pickup.day, pickup.from),
  ),
  TRACKING,
];
const PACKAGE: readonly Column[] = [
  TRACKING,
  NUMBER,
  SKU,
  PIECE,
  SIZE,
  SERIAL,
  STORE,
  STATUS,
  QUANTITY,
  FEE,
  CURRENCY,
  HOLDER,
];
const CUSTOMS: readonly Column[] = [
  TRACKING,
  NUMBER,
  SKU,
  PIECE,
  KIND,
  column('metal', 18, ({ metal }) => textCell(metal)),
  SERIAL,
  column('certificate', 16, ({ certificate }) => textCell(certificate)),
  QUANTITY,
  column('weight', 12, ({ weightMg }) => (weightMg === null ? EMPTY : numberCell(weightMg / 1000, 3))),
  column('value', 14, ({ value }) => (value === null ? EMPTY : moneyCell(value.amount, value.currency))),
  column('currency', 10, ({ value }) => textCell(value?.currency ?? '')),
  column('country', 10, ({ country }) => textCell(country)),
];
const QUALITY: readonly Column[] = [
  NUMBER,
  SKU,
  PIECE,
  STORE,
  STATUS,
  SINCE,
  RECEIVED,
  REASONS,
  column('factoryReasons', 30, ({ factoryReasons }) => list(factoryReasons)),
  column('factorySubReasons', 30, ({ factorySubReasons }) => list(factorySubReasons)),
  column('cause', 22, ({ view }, texts) =>
    textCell(among(texts.values.cause, view.rma_factory_sav_item.quality_investigate)),
  ),
  column('qualityIssue', 14, ({ view }, texts) => yesNo(view.rma_factory_sav_item.quality_issue, texts)),
  viewText('factory', 16, (view) => view.rma_factory_sav_item.original_produce_factory),
  WARRANTY,
  column('repairs', 12, ({ view }) => numberCell(view.repair_history.total_180)),
  OUTCOME,
];
const COLUMNS: Readonly<Record<ExcelType, readonly Column[]>> = {
  list: LIST,
  package: PACKAGE,
  customs: CUSTOMS,
  quality: QUALITY,
};

/** What each reader never sees: a column that would stay empty for them is left out. */
const HIDDEN: Readonly<Record<ExportAudience, readonly ColumnName[]>> = {
  shop: [],
  operation: ['email', 'phone', 'pickupAt'],
  worker: [
    'email',
    'phone',
    'collection',
    'pickupAt',
    'client',
    'invoice',
    'fee',
    'currency',
    'value',
    'settled',
  ],
};

/** The columns of a file, in order. */
export const columnsOf = (type: ExcelType, audience: ExportAudience): readonly Column[] =>
  COLUMNS[type].filter(({ name }) => !HIDDEN[audience].includes(name));

/** The head of a file. */
export function headOf(columns: readonly Column[], language: ReferenceLanguage): readonly string[] {
  const { terms, sheets } = TEXTS[language];
  const heads = { ...terms.field, ...sheets.column };
  return columns.map(({ name }) => heads[name]);
}

export const cellsOf = (
  columns: readonly Column[],
  line: ExportLine,
  language: ReferenceLanguage,
): readonly Cell[] => columns.map(({ cell }) => cell(line, TEXTS[language]));

function holderOf({ custody, tracking_number }: ItemView, { values }: Texts): string {
  const name = custody.site_name ?? '';
  if (custody.kind === 'site') return name;
  return fillText(values.holder[custody.kind], { name, tracking: tracking_number });
}

/** How the client wants it back, where that is not what the deposit says. */
function wishOf({ collection }: ItemView, { sheets }: Texts): string {
  if (collection === null) return '';
  return fillText(sheets.collection[collection.kind], { name: collection.shop_name });
}

/** A word by its key; a key of a later release stands for itself. */
const among = (words: Readonly<Record<string, string>>, key: string | null): string =>
  key === null ? '' : (words[key] ?? key);
