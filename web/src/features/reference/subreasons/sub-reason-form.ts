import { LAST_SUB_REASON_PLACE } from '@atelier/domain/reference/contract.ts';
import type { SaveSubReasonBody } from '@atelier/contracts/reference/reason-schema.ts';
import { LANGUAGES, type Language } from '../../../lib/i18n/languages.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import type { Issues } from '../../../shared/form/use-issue-form.ts';
import type { SubReasonView } from '../queries.ts';

export type Texts = Readonly<Record<Language, string>>;

/** What is typed; English is the name itself, the others fall back to it while they are blank. */
export interface SubReasonValues {
  readonly names: Texts;
  readonly descriptions: Texts;
  readonly sort: string;
  readonly isActive: boolean;
  readonly isUnderWarranty: boolean;
}
export type SubReasonIssues = Issues<SubReasonValues>;

const STEP = 10;
const NO_TEXTS = Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, ''])) as Record<Language, string>;

/** A new one stands behind those there are. */
export const newSubReason = (others: readonly Pick<SubReasonView, 'sort'>[]): SubReasonValues => ({
  names: NO_TEXTS,
  descriptions: NO_TEXTS,
  sort: String(Math.min(LAST_SUB_REASON_PLACE, Math.max(0, ...others.map(({ sort }) => sort)) + STEP)),
  isActive: true,
  isUnderWarranty: false,
});

export const valuesOf = (saved: SubReasonView): SubReasonValues => ({
  names: { ...NO_TEXTS, ...saved.names },
  descriptions: { ...NO_TEXTS, ...saved.descriptions },
  sort: String(saved.sort),
  isActive: saved.IsActive,
  isUnderWarranty: saved.is_under_warranty,
});

/** Keys below `issue`; the fixed sentence stands there for a missing name. */
export function subReasonIssues({ names, sort }: SubReasonValues): SubReasonIssues {
  const place = Number(sort);
  const isPlace =
    sort.trim() !== '' && Number.isInteger(place) && place >= 0 && place <= LAST_SUB_REASON_PLACE;
  return {
    ...(names.en.trim() === '' && { 'names.en': 'name' }),
    ...(!isPlace && { sort: 'sort' }),
  };
}

export const saveBody = (reasonId: number, values: SubReasonValues, id?: number): SaveSubReasonBody => ({
  ...(id !== undefined && { id }),
  rma_reason_id: reasonId,
  name: values.names.en.trim(),
  names: values.names,
  description: values.descriptions.en.trim(),
  descriptions: values.descriptions,
  sort: Number(values.sort),
  IsActive: values.isActive,
  is_under_warranty: values.isUnderWarranty,
});

/** The server's refusal by field: `names.fr` is the name's, whatever the language. */
export function issuesOf(error: ApiError): SubReasonIssues {
  const fields = error.errors.map(({ path }) => path.split('.')[0]);
  return {
    ...(fields.some((field) => field === 'name' || field === 'names') && { 'names.en': 'name' }),
    ...(fields.includes('sort') && { sort: 'sort' }),
  };
}

/** How many languages have a separate text. */
export const translatedCount = (texts: Texts): number =>
  LANGUAGES.filter(({ tag }) => texts[tag].trim() !== '').length;
