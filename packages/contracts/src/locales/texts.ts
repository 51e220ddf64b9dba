import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import arCustomer from './ar/customer.json' with { type: 'json' };
import arDocuments from './ar/documents.json' with { type: 'json' };
import arRepair from './ar/repair.json' with { type: 'json' };
import arSheets from './ar/sheets.json' with { type: 'json' };
import arStatus from './ar/status.json' with { type: 'json' };
import arTerms from './ar/terms.json' with { type: 'json' };
import arValues from './ar/values.json' with { type: 'json' };
import enCustomer from './en/customer.json' with { type: 'json' };
import enDocuments from './en/documents.json' with { type: 'json' };
import enRepair from './en/repair.json' with { type: 'json' };
import enSheets from './en/sheets.json' with { type: 'json' };
import enStatus from './en/status.json' with { type: 'json' };
import enTerms from './en/terms.json' with { type: 'json' };
import enValues from './en/values.json' with { type: 'json' };
import esCustomer from './es/customer.json' with { type: 'json' };
import esDocuments from './es/documents.json' with { type: 'json' };
import esRepair from './es/repair.json' with { type: 'json' };
import esSheets from './es/sheets.json' with { type: 'json' };
import esStatus from './es/status.json' with { type: 'json' };
import esTerms from './es/terms.json' with { type: 'json' };
import esValues from './es/values.json' with { type: 'json' };
import frCustomer from './fr/customer.json' with { type: 'json' };
import frDocuments from './fr/documents.json' with { type: 'json' };
import frRepair from './fr/repair.json' with { type: 'json' };
import frSheets from './fr/sheets.json' with { type: 'json' };
import frStatus from './fr/status.json' with { type: 'json' };
import frTerms from './fr/terms.json' with { type: 'json' };
import frValues from './fr/values.json' with { type: 'json' };
import jaCustomer from './ja/customer.json' with { type: 'json' };
import jaDocuments from './ja/documents.json' with { type: 'json' };
import jaRepair from './ja/repair.json' with { type: 'json' };
import jaSheets from './ja/sheets.json' with { type: 'json' };
import jaStatus from './ja/status.json' with { type: 'json' };
import jaTerms from './ja/terms.json' with { type: 'json' };
import jaValues from './ja/values.json' with { type: 'json' };
import zhCnCustomer from './zh-CN/customer.json' with { type: 'json' };
import zhCnDocuments from './zh-CN/documents.json' with { type: 'json' };
import zhCnRepair from './zh-CN/repair.json' with { type: 'json' };
import zhCnSheets from './zh-CN/sheets.json' with { type: 'json' };
import zhCnStatus from './zh-CN/status.json' with { type: 'json' };
import zhCnTerms from './zh-CN/terms.json' with { type: 'json' };
import zhCnValues from './zh-CN/values.json' with { type: 'json' };
import zhTwCustomer from './zh-TW/customer.json' with { type: 'json' };
import zhTwDocuments from './zh-TW/documents.json' with { type: 'json' };
import zhTwRepair from './zh-TW/repair.json' with { type: 'json' };
import zhTwSheets from './zh-TW/sheets.json' with { type: 'json' };
import zhTwStatus from './zh-TW/status.json' with { type: 'json' };
import zhTwTerms from './zh-TW/terms.json' with { type: 'json' };
import zhTwValues from './zh-TW/values.json' with { type: 'json' };

/** What printed documents and exported sheets say in one language; `terms`, `values` and `statuses` are the screens' own. */
export interface Texts {
  /** Names of fields, as labels and heads of columns. */
  readonly terms: typeof enTerms;
  /** What fields may hold: causes, outcomes, holders, a package's state. */
  readonly values: typeof enValues;
  readonly statuses: Readonly<Record<StatusId, string>>;
  /** What the customer's page says: the names of its steps stand on paper too. */
  readonly customer: typeof enCustomer;
  /** What only printed documents say. */
  readonly documents: typeof enDocuments;
  /** What the screens of a bench say: its commands have the same names on paper. */
  readonly repair: {
    readonly scan: Pick<typeof enRepair.scan, 'validate' | 'complete' | 'undo' | 'hold'>;
    readonly confirm: Pick<typeof enRepair.confirm, 'no'>;
  };
  /** What only exported sheets say. */
  readonly sheets: typeof enSheets;
}

/** The servers' part of the texts in this folder; screens load the same files, each when it is needed. */
export const TEXTS: Readonly<Record<ReferenceLanguage, Texts>> = {
  en: {
    terms: enTerms,
    values: enValues,
    statuses: enStatus.name,
    customer: enCustomer,
    documents: enDocuments,
    repair: enRepair,
    sheets: enSheets,
  },
  'zh-CN': {
    terms: zhCnTerms,
    values: zhCnValues,
    statuses: zhCnStatus.name,
    customer: zhCnCustomer,
    documents: zhCnDocuments,
    repair: zhCnRepair,
    sheets: zhCnSheets,
  },
  'zh-TW': {
    terms: zhTwTerms,
    values: zhTwValues,
    statuses: zhTwStatus.name,
    customer: zhTwCustomer,
    documents: zhTwDocuments,
    repair: zhTwRepair,
    sheets: zhTwSheets,
  },
  fr: {
    terms: frTerms,
    values: frValues,
    statuses: frStatus.name,
    customer: frCustomer,
    documents: frDocuments,
    repair: frRepair,
    sheets: frSheets,
  },
  es: {
    terms: esTerms,
    values: esValues,
    statuses: esStatus.name,
    customer: esCustomer,
    documents: esDocuments,
    repair: esRepair,
    sheets: esSheets,
  },
  ja: {
    terms: jaTerms,
    values: jaValues,
    statuses: jaStatus.name,
    customer: jaCustomer,
    documents: jaDocuments,
    repair: jaRepair,
    sheets: jaSheets,
  },
  ar: {
    terms: arTerms,
    values: arValues,
    statuses: arStatus.name,
    customer: arCustomer,
    documents: arDocuments,
    repair: arRepair,
    sheets: arSheets,
  },
};

/** A text with its `{{places}}` filled in, as the screens' text engine does it; what is not given stays empty. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
