import { BARCODE, PIN_PATTERN } from '@atelier/domain/workforce/contract.ts';
import { fitsCode } from '@atelier/domain/contract/limits.ts';
import type { ApiError } from '../../lib/api/api-error.ts';
import type { WorkerView } from './queries.ts';

/** What is typed about a worker. An empty barcode or PIN leaves the one there is. */
export interface WorkerValues {
  readonly WorkerID: string;
  readonly WorkerName: string;
  readonly Barcode: string;
  readonly Department: string;
  /** Ids; empty = none. */
  readonly Role: string;
  readonly store: string;
  readonly Pin: string;
  readonly isPinRemoved: boolean;
  readonly IsActive: boolean;
}

export type WorkerField = 'WorkerID' | 'WorkerName' | 'Barcode' | 'Department' | 'Role' | 'store' | 'Pin';
/** What is wrong, by the field's name on the wire: a key below `issue`. */
export type WorkerIssues = Partial<Record<WorkerField, string>>;

export const NEW_WORKER: WorkerValues = {
  WorkerID: '',
  WorkerName: '',
  Barcode: '',
  Department: '',
  Role: '',
  store: '',
  Pin: '',
  isPinRemoved: false,
  IsActive: true,
};

export const valuesOf = (worker: WorkerView): WorkerValues => ({
  ...NEW_WORKER,
  WorkerID: worker.WorkerID,
  WorkerName: worker.WorkerName,
  Department: worker.Department,
  Role: String(worker.Role.ID || ''),
  store: String(worker.store.id),
  IsActive: worker.IsActive,
});

/** What can be said before asking the server. */
export function workerIssues(values: WorkerValues, isNew: boolean): WorkerIssues {
  const barcode = values.Barcode.trim();
  const hasBarcode = isNew || barcode !== '';
  return {
    ...(values.WorkerID.trim() === '' && { WorkerID: 'required' }),
    ...(values.WorkerName.trim() === '' && { WorkerName: 'required' }),
    ...(hasBarcode && !fitsCode(barcode, BARCODE) && { Barcode: 'barcode' }),
    ...(values.Role === '' && { Role: 'required' }),
    ...(values.store === '' && { store: 'required' }),
    ...(!PIN_PATTERN.test(values.Pin) && { Pin: 'pin' }),
  };
}

export const createBody = (values: WorkerValues) => ({
  WorkerID: values.WorkerID.trim(),
  WorkerName: values.WorkerName.trim(),
  Barcode: values.Barcode.trim(),
  Department: values.Department.trim(),
  Role: Number(values.Role),
  store: Number(values.store),
  IsActive: values.IsActive,
  ...(values.Pin !== '' && { Pin: values.Pin }),
});

/** Only what was changed: what is left out stays as it is. */
export function changedBody(before: WorkerValues, after: WorkerValues): Record<string, unknown> {
  const was = new Map<string, unknown>(Object.entries(createBody(before)));
  const changed = Object.entries(createBody(after)).filter(([name, value]) => was.get(name) !== value);
  return { ...Object.fromEntries(changed), ...(after.isPinRemoved && after.Pin === '' && { Pin: '' }) };
}

/** Refusals of a rule name no field; this table gives it. */
const FIELD_OF: Readonly<Record<string, WorkerField>> = {
  work_id_used: 'WorkerID',
  barcode_used: 'Barcode',
  role_unknown: 'Role',
  invalid_site: 'store',
};
const BY_FIELD: Readonly<Record<string, string>> = { Barcode: 'barcode', Pin: 'pin', store: 'invalid_site' };

/** The server's refusal, field by field. */
export function issuesOf({ code: rejection, errors }: Pick<ApiError, 'code' | 'errors'>): WorkerIssues {
  const own = FIELD_OF[rejection];
  const issues = errors.map(({ path, code }) => {
    const field = path.split('.')[0] ?? path;
    return [field, code in FIELD_OF ? code : (BY_FIELD[field] ?? 'required')];
  });
  return { ...(Object.fromEntries(issues) as WorkerIssues), ...(own && { [own]: rejection }) };
}
