import { classNames } from '../class-names.ts';

export interface StepSpec {
  key: string;
  label: string;
  /** When it was reached, in the reader's words. */
  note?: string | undefined;
}

/** Steps in a row, or down the page below 800 px. Steps up to and including `current` (0-based) are done. */
export function Steps({
  steps,
  current,
  label,
}: {
  steps: readonly StepSpec[];
  current: number;
  label: string;
}) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.key}
          className={classNames(index <= current && 'done', index === current && 'now')}
          aria-current={index === current ? 'step' : undefined}
          data-testid={`step-${index + 1}`}
        >
          <span className="knob" aria-hidden>
            {index <= current && (
              <svg viewBox="0 0 24 24" fill="none" stroke="currentColor">
                <path d="m6 12.6 4 4L18 8" />
              </svg>
            )}
          </span>
          <span>{step.label}</span>
          {step.note && <div className="small faint">{step.note}</div>}
        </li>
      ))}
    </ol>
  );
}
