import { Kbd } from '@atelier/ui/controls/menu.tsx';
import { keysOf, type ShortcutName } from './keys.ts';

/** The keys of an action, as the sheet behind `?` lists them. */
export const Shortcut = ({ of }: { of: ShortcutName }) => (
  <span className="row gap-4 nowrap">
    {keysOf(of).map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </span>
);
