import { parseSubject } from '@atelier/domain/audit/replay-subject.ts';
import type { LogFaultView } from '@atelier/contracts/audit/verification/schema.ts';
import { isStatusId } from '@atelier/domain/shared/status.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useAuditWords } from './use-audit-words.ts';

export type Fault = LogFaultView;
export type ChangedValue = Fault['values'][number];

/** Codes that say the same to a reader: the command prints which of them it is. */
const SAME: readonly (readonly [begins: string, key: string])[] = [
  ['table_', 'table'],
  ['tile_', 'tile'],
  ['part_', 'part'],
];
const keyOf = (code: string): string => SAME.find(([begins]) => code.startsWith(begins))?.[1] ?? code;

const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

export interface FaultWords {
  /** What it is; null where only `detail` says it, in English. */
  readonly sentence: (fault: Fault) => string | null;
  /** Of what it is: the event, else the kind of fault. */
  readonly title: (fault: Fault) => string;
  /** `Piece PAR-003459`; null where it belongs to no one record. */
  readonly record: (fault: Fault) => string | null;
  /** Columns between commas, and paths in them. */
  readonly field: (field: string) => string;
  readonly value: (fault: Fault, field: string, value: ChangedValue['before']) => string;
}

/** A fault of the log in the reader's words. */
export function useFaultWords(): FaultWords {
  const { t } = useTranslation(['verification', 'replay', 'faults', 'terms', 'status']);
  const { number, dateTime } = useStaffFormat();
  const eventWords = useAuditWords();
  const value = (fault: Fault, field: string, given: ChangedValue['before']): string => {
    if (given === null) return t('replay:nothing');
    if (typeof given === 'boolean') return t(given ? 'terms:yes' : 'terms:no');
    if (typeof given === 'string') return INSTANT.test(given) ? dateTime(given) : given;
    const isStatus = fault.type === 'ItemStatusChanged' && /^data\.(?:from|to)$/.test(field);
    return isStatus && isStatusId(given) ? t(`status:name.${given}`) : number(given);
  };
  return {
    value,
    sentence: ({ code, facts }) => code && t(`faults:code.${keyOf(code)}`, spelled(facts, number)),
    title: ({ type, kind }) =>
      type === null ? t(`verification:fault.${kind}`) : eventWords({ type, to_status: null, move: null }),
    record: ({ stream, subject }) => {
      const kind = parseSubject(stream ?? '')?.kind;
      if (stream === null) return null;
      return kind === undefined ? stream : t(`faults:record.${kind}`, { name: subject ?? stream });
    },
    field: (field) =>
      field
        .split(', ')
        .map((each) => columnWords(each, (key) => t(key, '')))
        .join(', '),
  };
}

/** `data.fee.amount` as "Content: fee.amount". */
function columnWords(field: string, t: (key: string) => string): string {
  const [column = field, ...path] = field.split('.');
  const words = t(`faults:column.${column}`) || column;
  return path.length === 0 ? words : `${words}: ${path.join('.')}`;
}

function spelled(facts: Fault['facts'], number: (value: number) => string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'number' ? number(fact) : fact]),
  );
}
