import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Ties a field to its form and names it for tests: `<FormText {...at('email')} label=… />`. */
export type Bind<Values extends FieldValues> = <Name extends FieldPath<Values>>(
  name: Name,
) => { form: UseFormReturn<Values>; name: Name; testId: string };

/** Binds the fields of a form; the test id of each is `<id>-<name>`. */
export const bind =
  <Values extends FieldValues>(form: UseFormReturn<Values>, id: string): Bind<Values> =>
  (name) => ({ form, name, testId: `${id}-${name}` });
