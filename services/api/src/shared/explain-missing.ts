import type { FieldError } from '@atelier/contracts/contract/envelope.ts';

/** A field's own code and sentence. */
interface Sentence {
  readonly code: string;
  readonly message: string;
}

/** Codes with which a schema refuses a value that is absent or empty. */
const MISSING: ReadonlySet<string> = new Set(['invalid_type', 'too_small']);

/** A route's `explain`: the fixed sentence where one of these fields is absent or empty; other faults keep their own words. */
export const explainMissing =
  (sentences: Readonly<Record<string, Sentence>>) =>
  (issue: FieldError): FieldError => {
    const sentence = sentences[issue.path];
    return sentence !== undefined && MISSING.has(issue.code) ? { ...issue, ...sentence } : issue;
  };
