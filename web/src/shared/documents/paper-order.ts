import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import {
  ITEM_LABEL_SIZES,
  isItemLabelSize,
  isPackageLabelSize,
  type LabelSize,
} from '@atelier/domain/documents/sizes.ts';
import type { ApiRequest } from '../../lib/api/client.ts';

/** What is to be printed, as the screens say it. */
export type PaperSubject =
  | { readonly kind: 'items'; readonly itemIds: readonly number[] }
  | { readonly kind: 'package'; readonly tracking: string }
  /** What goes home with a piece; in its owner's language unless another is chosen. */
  | { readonly kind: 'handover'; readonly itemId: number; readonly language: string }
  /** What a client paid at once; `payment` is the piece's record of it, its newest payment when not given. */
  | {
      readonly kind: 'payment';
      readonly itemId: number;
      readonly payment?: number;
      readonly language: string;
    }
  /** What a customer takes home in place of what they left; in their language unless another is chosen. */
  | { readonly kind: 'receipt'; readonly rmaId: number; readonly language: string };

/** Subjects that are one page for one person, without a size or copies. */
export const isForClient = (
  subject: PaperSubject,
): subject is Extract<PaperSubject, { kind: 'handover' | 'receipt' | 'payment' }> =>
  subject.kind === 'handover' || subject.kind === 'receipt' || subject.kind === 'payment';

/** Which paper of a package; pieces have labels alone. */
export const PACKAGE_PAPERS = ['label', 'packinglist', 'customslist'] as const;
export type PackagePaper = (typeof PACKAGE_PAPERS)[number];

export interface PaperChoice {
  readonly paper: PackagePaper;
  readonly size: LabelSize;
  readonly copies: number;
  /** First free place of a sheet, from 1. */
  readonly start: number;
  readonly language: string;
}

export const MOST_COPIES = 20;

/** The call that draws it; `page` asks for the picture of that page in place of the file. */
export function paperCall(
  subject: PaperSubject,
  choice: PaperChoice,
  page?: number,
): Pick<ApiRequest, 'method' | 'path' | 'query' | 'body'> {
  const look = { language: choice.language, ...(page !== undefined && { format: 'png', page }) };
  if (subject.kind === 'handover') {
    return { method: 'GET', path: `/item/${subject.itemId}/handover`, query: look };
  }
  if (subject.kind === 'payment') {
    const record = subject.payment === undefined ? {} : { payment: subject.payment };
    return { method: 'GET', path: `/item/${subject.itemId}/payment`, query: { ...record, ...look } };
  }
  if (subject.kind === 'receipt') {
    return { method: 'GET', path: `/rma/${subject.rmaId}/receipt`, query: look };
  }
  if (subject.kind === 'package' && choice.paper !== 'label') {
    return {
      method: 'GET',
      path: `/package/${choice.paper}`,
      query: { tracking_no: subject.tracking, ...look },
    };
  }
  const what =
    subject.kind === 'package' ? { rma_tracking: subject.tracking } : { rma_item_ids: [...subject.itemIds] };
  const { size, copies } = choice;
  const sheet = size === 'a4-3x8' ? { start: choice.start } : {};
  return { method: 'POST', path: '/rma/label', body: { ...what, size, copies, ...sheet, ...look } };
}

/** Never a person's name: the kind of paper, and the package's number. */
export function paperFileName(subject: PaperSubject, { paper }: Pick<PaperChoice, 'paper'>): string {
  if (subject.kind === 'items') return 'labels.pdf';
  if (isForClient(subject)) return `${subject.kind}.pdf`;
  return `${paper}-${subject.tracking.replaceAll(/[^\w.-]+/g, '-')}.pdf`;
}

const KEY = 'atelier.label-size';
const keyOf = (kind: PaperSubject['kind']): string => `${KEY}.${kind}`;

/** The size printed last on this device: its printer does not change with the person. */
export function rememberedSize(kind: PaperSubject['kind']): LabelSize {
  const kept = localStorage.getItem(keyOf(kind)) ?? '';
  if (kind === 'package') return isPackageLabelSize(kept) ? kept : '100x150';
  return isItemLabelSize(kept) ? kept : ITEM_LABEL_SIZES[0];
}

export const rememberSize = (kind: PaperSubject['kind'], size: LabelSize): void =>
  localStorage.setItem(keyOf(kind), size);

/** The paper as it is printed without a choice: the size of last time, once, in the client's or the reader's language. */
export const usualChoice = (subject: PaperSubject, language: string): PaperChoice => ({
  paper: 'label',
  size: rememberedSize(subject.kind),
  copies: 1,
  start: 1,
  language:
    nearestLanguage(isForClient(subject) ? subject.language : language) ?? nearestLanguage(language) ?? 'en',
});
