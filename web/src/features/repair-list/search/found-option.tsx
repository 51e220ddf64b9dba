import { type ReactNode, useEffect, useRef } from 'react';

interface FoundOptionProps {
  id: string;
  className: string;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
  'data-item'?: number;
  'data-customer'?: number;
  children: ReactNode;
}

/** A line that was found: the box above has the keyboard, the line itself is for the pointer. */
export function FoundOption({ isActive, onPoint, onOpen, ...line }: FoundOptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // The box holds the focus and says which line is marked (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      {...line}
      ref={ref}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseMove={onPoint}
      onClick={onOpen}
    />
  );
}
