import { type ReactNode, useRef } from 'react';
import { Button } from '@atelier/ui/controls/button.tsx';

/** Formats by name too: several browsers know no type for HEIC and would grey it out. */
const ACCEPTED = 'image/*,.heic,.heif';

export interface FilePickerProps {
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
  icon: ReactNode;
  isSeveral?: boolean;
  /** Opens the back camera where the device has one. */
  isCamera?: boolean;
  className?: string;
  testId: string;
}

/** A button of ours in front of the browser's own file input. */
export function FilePicker({
  onFiles,
  children,
  icon,
  isSeveral,
  isCamera,
  className,
  testId,
}: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={className}>
      <input
        ref={input}
        type="file"
        hidden
        accept={isCamera ? 'image/*' : ACCEPTED}
        multiple={isSeveral === true}
        {...(isCamera && { capture: 'environment' as const })}
        data-testid={`${testId}-input`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.target.value = '';
        }}
      />
      <Button icon={icon} onClick={() => input.current?.click()} testId={testId}>
        {children}
      </Button>
    </span>
  );
}
