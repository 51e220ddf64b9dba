import { isStatusId } from '@atelier/domain/shared/status.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { ReplayEvent } from './queries.ts';

type Value = ReplayEvent['lines'][number]['after'];

export interface FieldWords {
  readonly label: (field: string) => string;
  /** The same; '' where the screen has no words for the field. */
  readonly known: (field: string) => string;
  readonly value: (field: string, value: Value) => string;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T/;
const STATUSES = new Set(['status', 'last_scan_target', 'target']);
/** Fields whose values have words elsewhere. */
const WORDS: Readonly<Record<string, string>> = {
  custody_kind: 'replay:held',
  collect_kind: 'replay:collect',
  delivery: 'replay:delivery',
  means: 'rma:payDialog.mean',
  hold: 'piece:hold',
  verdict: 'repair:verdict',
  outcome: 'values:outcome',
  state: 'values:shipment',
  quality_cause: 'values:cause',
  waiver: 'rma:fee.waiver',
  holds: 'piece:hold',
};

/** Names and values of a file's fields in the reader's words. */
export function useFieldWords(): FieldWords {
  const { t } = useTranslation(['replay', 'changes', 'terms', 'values', 'status', 'rma', 'piece', 'repair']);
  const format = useStaffFormat();
  const known = useCallback((field: string) => t([`replay:field.${field}`, `replay:said.${field}`], ''), [t]);
  const label = useCallback(
    (field: string) => {
      const [name = field] = field.split('.');
      return t(`replay:field.${field}`, '') || t(`changes:field.${name}`, field);
    },
    [t],
  );
  const value = useCallback(
    (field: string, given: Value): string => {
      const say = (one: Value): string => {
        if (one === null || one === '') return t('replay:nothing');
        if (typeof one === 'boolean') return t(one ? 'terms:yes' : 'terms:no');
        const words = WORDS[field];
        if (STATUSES.has(field) && isStatusId(Number(one))) return t(`status:name.${Number(one)}`);
        if (words !== undefined && (typeof one === 'string' || typeof one === 'number'))
          return t(`${words}.${one}`, String(one));
        if (typeof one === 'number') return format.number(one);
        if (typeof one === 'string') return INSTANT.test(one) ? format.dateTime(one) : one;
        if (Array.isArray(one)) return one.length === 0 ? t('replay:nothing') : format.list(one.map(say));
        const { amount, currency }: { amount?: unknown; currency?: unknown } = { ...one };
        if (typeof amount === 'number' && typeof currency === 'string') return format.money(amount, currency);
        return JSON.stringify(one);
      };
      return say(given);
    },
    [t, format],
  );
  return { label, known, value };
}
