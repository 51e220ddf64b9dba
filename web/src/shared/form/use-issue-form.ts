import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  set,
  useForm,
} from 'react-hook-form';

/** What is wrong, by field: a code whose words the form knows. */
export type Issues<Values extends FieldValues> = Partial<Record<FieldPath<Values>, string>>;

interface IssueFormOptions<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>;
  /** The form's own rules; empty when it can be sent. */
  issuesOf: (values: Values) => Issues<Values>;
  wordsOf: (code: string) => string;
}

export interface IssueForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** Shows what the server found beside the fields it is about. */
  readonly show: (issues: Issues<Values>) => void;
}

/** A form whose rules are one function over all its values, as they are tested without a screen. */
export function useIssueForm<Values extends FieldValues>(
  options: IssueFormOptions<Values>,
): IssueForm<Values> {
  const { defaultValues, issuesOf, wordsOf } = options;
  const errorsOf = (issues: Issues<Values>) =>
    Object.entries<string | undefined>(issues).flatMap(([path, code]) =>
      code === undefined
        ? []
        : [[path as FieldPath<Values>, { type: code, message: wordsOf(code) }] as const],
    );
  const form = useForm<Values>({
    defaultValues,
    resolver: (values) => {
      const errors: FieldErrors<Values> = {};
      for (const [path, error] of errorsOf(issuesOf(values))) set(errors, path, error);
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const show = (issues: Issues<Values>): void => {
    for (const [path, error] of errorsOf(issues)) form.setError(path, error);
  };
  return { form, show };
}
