import { Button as PrimeButton } from 'primereact/button';
import { type ButtonHTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export interface ButtonProps extends Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  | 'type'
  | 'onClick'
  | 'form'
  | 'autoFocus'
  | 'className'
  | 'aria-expanded'
  | 'aria-haspopup'
  | 'aria-controls'
  | 'aria-pressed'
> {
  children?: ReactNode;
  /** The one main action of a screen, an ordinary one, one inside a row, a bare icon, or one that destroys. */
  variant?: 'primary' | 'plain' | 'quiet' | 'bare' | 'danger';
  size?: 'normal' | 'large';
  wide?: boolean;
  icon?: ReactNode;
  iconAfter?: ReactNode;
  /** Name for a button that shows an icon alone. */
  label?: string;
  busy?: boolean;
  disabled?: boolean;
  /** Why it cannot be pressed; shown beneath and read with the button. The button stays focusable. */
  disabledReason?: string | undefined;
  testId?: string;
}

/**
 * A button. `type` is `button` unless asked otherwise, so that a scanner's Enter never submits a form by accident.
 * A reason keeps the button reachable by keyboard and read aloud, where `disabled` would hide it from both.
 */
export function Button(props: ButtonProps) {
  const {
    children,
    variant = 'plain',
    size = 'normal',
    wide,
    icon,
    iconAfter,
    label,
    busy,
    disabledReason,
    testId,
  } = props;
  const reasonId = useId();
  const blocked = Boolean(disabledReason) || Boolean(busy);
  const button = (
    <PrimeButton
      type={props.type ?? 'button'}
      className={classNames(
        `btn-${variant}`,
        size === 'large' && 'btn-large',
        wide && 'btn-wide',
        blocked && 'p-disabled',
        children === undefined && 'p-button-icon-only',
        props.className,
      )}
      disabled={props.disabled ?? false}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-describedby={disabledReason ? reasonId : undefined}
      aria-expanded={props['aria-expanded']}
      aria-haspopup={props['aria-haspopup']}
      aria-controls={props['aria-controls']}
      aria-pressed={props['aria-pressed']}
      form={props.form}
      autoFocus={props.autoFocus ?? false}
      onClick={blocked ? (event) => event.preventDefault() : props.onClick}
      data-testid={testId}
    >
      {busy ? <span className="spinner" aria-hidden /> : icon}
      {children !== undefined && <span>{children}</span>}
      {iconAfter}
    </PrimeButton>
  );
  if (!disabledReason) return button;
  return (
    <span className="row wrap">
      {button}
      <span className="btn-reason" id={reasonId}>
        {disabledReason}
      </span>
    </span>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'label' | 'icon'> {
  icon: ReactNode;
  label: string;
}

/** A bare icon with a name for those who do not see it. */
export const IconButton = ({ variant = 'bare', ...props }: IconButtonProps) => (
  <Button variant={variant} {...props} />
);
