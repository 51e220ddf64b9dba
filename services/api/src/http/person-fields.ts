import { z } from 'zod';

/** Names of text fields that hold a person's name or contact, or words that staff wrote and that may name a person. */
const PERSON_FIELDS: ReadonlySet<string> = new Set([
  'firstname',
  'lastname',
  'last_name',
  'fullname',
  'email',
  'phone',
  'fullphone',
  'address',
  'receiver_name',
  'receiver_phone',
  'signer_name',
  'WorkerName',
  'remark',
  'store_remark',
  'comment',
  'note',
]);

/** Whether a field of this name makes a response one that shows persons. */
export const isPersonField = (name: string): boolean => PERSON_FIELDS.has(name);

/** Whether a response with this schema can show a person: one of its text fields is named like a contact or a remark. */
export const holdsPersons = (response: z.ZodType): boolean =>
  textFieldsOf(response).some((path) => isPersonField(nameOf(path)));

/** The last part of a path: the field itself. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Every field of a schema that takes free text, as `data.customer.email`; entries of lists stand under the list's name. */
export function textFieldsOf(schema: z.ZodType, path = ''): readonly string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<unknown>(schema.def.shape).flatMap(([key, part]) =>
      part instanceof z.ZodType ? textFieldsOf(part, path === '' ? key : `${path}.${key}`) : [],
    );
  }
  if (isText(schema)) return [path];
  return partsOf(schema).flatMap((part) => (part instanceof z.ZodType ? textFieldsOf(part, path) : []));
}

/** Recursive JSON counts as text: it may hold any. */
const isText = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodString ||
  schema instanceof z.ZodLazy ||
  schema instanceof z.ZodUnknown ||
  schema instanceof z.ZodAny;

function partsOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodArray) return [schema.def.element];
  if (schema instanceof z.ZodUnion) return schema.def.options;
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right];
  if (schema instanceof z.ZodPipe) return [schema.def.out];
  if (schema instanceof z.ZodRecord) return [schema.def.valueType];
  if (schema instanceof z.ZodTuple) return schema.def.items;
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly;
  return wraps ? [schema.def.innerType] : [];
}
