import { type ReactNode, useId } from 'react';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  /** A counter or a link beside the message line. */
  aside?: ReactNode;
  hideLabel?: boolean | undefined;
  className?: string | undefined;
}

/** Attributes that tie a control to its label, its hint and its error. */
export interface ControlAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

/** Label above, control, then the error or the hint: the same frame for every control. */
export function Field(props: FieldProps & { children: (control: ControlAttributes) => ReactNode }) {
  const id = useId();
  const { label, hint, error, required, aside, hideLabel, className, children } = props;
  const messageId = error || hint ? `${id}m` : undefined;
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : undefined}>
        {label}
        {required && (
          <span className="req" aria-hidden>
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': messageId,
        'aria-required': required ? true : undefined,
      })}
      {(error || hint || aside) && (
        <div className="field-foot">
          {error ? (
            <span className="field-error" id={messageId} role="alert">
              {error}
            </span>
          ) : (
            <span className="field-hint" id={messageId}>
              {hint}
            </span>
          )}
          {aside && <span className="field-hint num">{aside}</span>}
        </div>
      )}
    </div>
  );
}
