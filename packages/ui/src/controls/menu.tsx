import { Menu as PrimeMenu } from 'primereact/menu';
import { Tooltip as PrimeTooltip } from 'primereact/tooltip';
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../class-names.ts';

export interface MenuItemSpec {
  key: string;
  label: string;
  icon?: ReactNode;
  /** At the far end: a tick for the chosen one, a shortcut. */
  trail?: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  lang?: string;
  checked?: boolean;
}
export interface MenuGroup {
  key: string;
  label?: string;
  items: readonly MenuItemSpec[];
}

export interface MenuProps {
  groups: readonly MenuGroup[];
  label: string;
  /** Draws the button that opens it; spread the attributes onto it. */
  trigger: (attributes: MenuTriggerAttributes) => ReactElement;
  testId?: string;
}
export interface MenuTriggerAttributes {
  onClick: (event: React.SyntheticEvent) => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
}

/** PrimeReact places a menu as it enters. The first time it is drawn open at once, and enters only if it may appear so. */
const ENTERS = { appear: true, timeout: { appear: 120, enter: 120, exit: 80 } };

/** Actions or choices behind a button; arrows, Home, End and Escape work as everywhere. */
export function Menu({ groups, label, trigger, testId }: MenuProps) {
  const menu = useRef<PrimeMenu>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [isUsed, setUsed] = useState(false);
  const toggle = (event: React.SyntheticEvent) => {
    setOpener(event.currentTarget instanceof HTMLElement ? event.currentTarget : null);
    // PrimeReact works out all entries of a closed menu too: it is made when it is first opened.
    if (!isUsed) flushSync(() => setUsed(true));
    menu.current?.toggle(event);
  };
  // The entry leaves with the menu: what it opens gives the focus back to the button.
  const select = (item: MenuItemSpec) => {
    opener?.focus({ preventScroll: true });
    item.onSelect();
  };
  const toPrime = (item: MenuItemSpec) => toPrimeItem(item, select);
  const model = groups.flatMap((group, index) => [
    ...(index > 0 ? [{ separator: true }] : []),
    ...(group.label ? [{ label: group.label, items: group.items.map(toPrime) }] : group.items.map(toPrime)),
  ]);
  return (
    <>
      <Trigger draw={trigger} onClick={toggle} open={open} menuId={id} />
      {isUsed && (
        <PrimeMenu
          ref={menu}
          id={id}
          model={model}
          popup
          popupAlignment="left"
          onShow={() => setOpen(true)}
          onHide={() => setOpen(false)}
          aria-label={label}
          pt={{ root: { 'data-testid': testId } as Record<string, unknown>, transition: ENTERS }}
        />
      )}
    </>
  );
}

interface TriggerProps {
  draw: MenuProps['trigger'];
  onClick: (event: React.SyntheticEvent) => void;
  open: boolean;
  menuId: string;
}

const Trigger = ({ draw, onClick, open, menuId }: TriggerProps) =>
  draw({
    onClick,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? menuId : undefined,
  });

const toPrimeItem = (item: MenuItemSpec, onSelect: (item: MenuItemSpec) => void) => ({
  id: item.key,
  label: item.label,
  disabled: item.disabled ?? false,
  command: () => onSelect(item),
  template: (_: unknown, options: { className: string; onClick: (event: React.SyntheticEvent) => void }) => (
    <button
      type="button"
      className={classNames('p-reset', options.className, 'menu-item')}
      onClick={options.onClick}
      tabIndex={-1}
      lang={item.lang}
      data-testid={`menu-${item.key}`}
      aria-current={item.checked || undefined}
    >
      {item.icon}
      <span className="p-menuitem-text">{item.label}</span>
      {item.trail}
    </button>
  ),
});

export interface TooltipProps {
  text: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactNode;
  disabled?: boolean;
}

/** A word on hover and on focus. Never the only place where something is said. */
export function Tooltip({ text, side = 'top', children, disabled = false }: TooltipProps) {
  const id = `tip${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  return (
    <>
      <PrimeTooltip target={`#${id}`} position={side} event="both" showDelay={250} disabled={disabled}>
        {text}
      </PrimeTooltip>
      <span id={id} className="row" title={undefined}>
        {children}
      </span>
    </>
  );
}

/** A key as it stands on the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd>
    <span dir="ltr">{children}</span>
  </kbd>
);
