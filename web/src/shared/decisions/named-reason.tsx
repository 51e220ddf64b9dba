import { REASON_WORDS_LENGTH } from '@atelier/domain/contract/named-reason.ts';
import { useQuery } from '@tanstack/react-query';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { FormArea, FormSelect } from '../form/form-field.tsx';
import { rejectReasonsQuery, useTextIn } from '../item/reasons.ts';

export interface NamedReasonValues {
  /** The English name of a reason of the list, or nothing. */
  chosen: string;
  words: string;
}

interface NamedReasonProps<Values extends NamedReasonValues> {
  form: UseFormReturn<Values>;
  /** Whose list of reasons. */
  of: Parameters<typeof rejectReasonsQuery>[0];
  label: string;
  wordsLabel: string;
  /** Said while neither is given. */
  required: string;
  testId: string;
}

/** A reason of a list, or in one's own words, or both. */
export function NamedReason<Values extends NamedReasonValues>(props: NamedReasonProps<Values>) {
  const { form, of, label, wordsLabel, required, testId } = props;
  const inWords = useTextIn();
  const reasons = useQuery(rejectReasonsQuery(of)).data?.data ?? [];
  const chosen = 'chosen' as FieldPath<Values>;
  const words = 'words' as FieldPath<Values>;
  return (
    <>
      <FormSelect
        form={form}
        name={chosen}
        label={label}
        placeholder=""
        // The English name goes into the record, so that a shop elsewhere reads the same reason.
        options={reasons.map((one) => ({ value: one.Name, label: inWords(one.names) }))}
        check={(name) => (name + form.getValues(words).trim() === '' ? required : undefined)}
        testId={`${testId}-reason`}
      />
      <FormArea
        form={form}
        name={words}
        deps={chosen}
        label={wordsLabel}
        maxLength={REASON_WORDS_LENGTH}
        testId={`${testId}-words`}
      />
    </>
  );
}
