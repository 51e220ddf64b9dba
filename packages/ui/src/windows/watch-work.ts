type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** A search or a filter is no work that could be lost. */
const isWork = (control: Control): boolean =>
  control.type !== 'search' && control.closest('[data-transient]') === null;

const valueOf = (control: Control): string =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')
    ? String(control.checked)
    : control.value;

export interface WorkWatch {
  /** Whether a field holds something else than before the person came to it, and has not been saved or replaced since. */
  readonly isUnsaved: () => boolean;
  readonly stop: () => void;
}

/**
 * Watches every field of a window automatically, so that no form has to say what it holds. What is not typed into
 * a field (a signature, a scanned badge) says so with `data-unsaved`.
 */
export function watchWork(root: HTMLElement): WorkWatch {
  const before = new Map<Control, string>();
  const note = ({ target }: Event) => {
    if (isControl(target) && isWork(target) && !before.has(target)) before.set(target, valueOf(target));
  };
  // A box is changed by a press on its label before it has the focus.
  const noteFlip = (event: Event) => {
    const { target } = event;
    if (!isControl(target) || before.has(target) || !isWork(target)) return;
    before.set(
      target,
      target instanceof HTMLInputElement && target.type === 'checkbox' ? String(!target.checked) : '',
    );
  };
  root.addEventListener('focusin', note, true);
  root.addEventListener('input', noteFlip, true);
  return {
    isUnsaved: () =>
      [...before].some(([control, value]) => control.isConnected && valueOf(control) !== value) ||
      root.querySelector('[data-unsaved="true"]') !== null,
    stop: () => {
      root.removeEventListener('focusin', note, true);
      root.removeEventListener('input', noteFlip, true);
    },
  };
}
