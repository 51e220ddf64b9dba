type TextField = HTMLInputElement | HTMLTextAreaElement;

const TEXT_INPUTS = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number']);

/** The field that keys write into. */
export function textField(target: EventTarget | null): TextField | undefined {
  if (target instanceof HTMLTextAreaElement) return target;
  if (target instanceof HTMLInputElement && TEXT_INPUTS.has(target.type)) return target;
  return undefined;
}

/** Whether a key at this place belongs to a field. */
export function isInField(target: EventTarget | null): boolean {
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return textField(target) !== undefined;
}
